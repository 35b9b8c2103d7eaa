//! Work on files: away from the threads that answer, one request at a time, within the time limit.

use std::sync::Arc;

use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::admin::App;
use super::problem::{Kind, Problem};

/// Does `work`, once no other request is at work. Where the time is up, work that has begun goes on to its
/// end, and work that has not never begins.
pub(super) async fn job<T: Send + 'static>(
    app: &Arc<App>,
    work: impl FnOnce(&App) -> T + Send + 'static,
) -> Result<T, Problem> {
    let (app, limit) = (Arc::clone(app), app.time_limit);
    let done = timeout(limit, async move {
        let turn = Arc::clone(&app.files).acquire_owned().await.ok()?;
        let work = spawn_blocking(move || {
            let _turn = turn;
            work(&app)
        });
        work.await.ok()
    });
    match done.await {
        Ok(Some(result)) => Ok(result),
        Ok(None) => Err(Problem::new(Kind::Internal, "the work broke off")),
        Err(_) => Err(Problem::new(
            Kind::Unavailable,
            format!("reading the files takes longer than {} seconds", limit.as_secs_f32()),
        )),
    }
}
