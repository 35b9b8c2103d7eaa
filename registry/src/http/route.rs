//! The routes: one table for the router and for what the document is held against.

use std::sync::Arc;

use axum::Router;
use axum::http::header::{ALLOW, CONTENT_TYPE};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::{from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, delete, get};
use serde::Serialize;

use super::admin::App;
use super::answer::Json;
use super::problem::{Kind, Problem};
use super::{auth, body, header, host, page, plugins, tools};

/// What is answered under a path.
struct Route {
    path: &'static str,
    /// Its methods, beside `HEAD` and `OPTIONS`, as `Allow` has them.
    allow: &'static str,
    /// Whether it takes no token.
    open: bool,
    methods: fn() -> MethodRouter<Arc<App>>,
}

const GET: &str = "GET, HEAD, OPTIONS";
const GET_DELETE: &str = "DELETE, GET, HEAD, OPTIONS";

#[rustfmt::skip]
const ROUTES: [Route; 10] = [
    Route { path: "/", allow: GET, open: true, methods: || get(page::get) },
    Route { path: "/health", allow: GET, open: true, methods: || get(health) },
    Route { path: "/tools", allow: GET, open: false, methods: || get(tools::list) },
    Route { path: "/tools/search", allow: GET, open: false, methods: || get(tools::search) },
    Route { path: "/tools/{name}", allow: GET, open: false, methods: || get(tools::one) },
    Route { path: "/manifest", allow: GET, open: false, methods: || get(tools::manifest) },
    Route { path: "/usage", allow: GET, open: false, methods: || get(tools::usage) },
    Route { path: "/doctor", allow: GET, open: false, methods: || get(plugins::doctor) },
    Route { path: "/plugins/retired", allow: GET_DELETE, open: false,
        methods: || delete(plugins::remove).get(plugins::retired) },
    Route { path: "/openapi.json", allow: GET, open: false, methods: || get(openapi) },
];

/// The document, as it is served.
const OPENAPI: &str = include_str!("openapi.json");

pub(super) fn router(app: App) -> Router {
    let app = Arc::new(app);
    let routes = |open: bool| {
        let routes = ROUTES.into_iter().filter(move |route| route.open == open);
        routes.fold(Router::new(), |router, Route { path, allow, methods, .. }| {
            router.route(path, methods().fallback(move |method| other(method, allow)))
        })
    };
    // What there is not asks for the token too, so that nobody learns what there is.
    // Of a request without the token, no body is read.
    let closed = routes(false)
        .fallback(nothing)
        .layer(from_fn_with_state(Arc::clone(&app), body::refuse))
        .layer(from_fn_with_state(Arc::clone(&app), auth::require));
    routes(true)
        .layer(from_fn_with_state(Arc::clone(&app), body::refuse))
        .merge(closed)
        .layer(from_fn_with_state(Arc::clone(&app), host::require))
        .layer(map_response(header::add))
        .with_state(app)
}

/// A method that a path does not have.
async fn other(method: Method, allow: &'static str) -> Response {
    let allow = [(ALLOW, HeaderValue::from_static(allow))];
    if method == Method::OPTIONS {
        return (StatusCode::NO_CONTENT, allow).into_response();
    }
    let problem = Problem::new(Kind::MethodNotAllowed, "this path is asked in other ways");
    (allow, problem).into_response()
}

/// A path that there is not.
async fn nothing() -> Problem {
    Problem::new(Kind::NotFound, "no route of this API has this path")
}

/// `GET /health`
async fn health() -> Json<impl Serialize> {
    #[derive(Serialize)]
    struct Health {
        status: &'static str,
    }
    Json(Health { status: "ok" })
}

/// `GET /openapi.json`
async fn openapi() -> Response {
    ([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], OPENAPI).into_response()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::Value;

    use super::*;

    #[test]
    fn the_document_has_each_route_and_none_besides() {
        let document: Value = serde_json::from_str(OPENAPI).unwrap();
        let documented = document["paths"].as_object().unwrap().iter().map(|(path, item)| {
            let methods = item.as_object().unwrap().keys().filter(|key| *key != "parameters");
            let mut methods: Vec<_> = methods.map(|method| method.to_uppercase()).collect();
            methods.sort();
            (path.clone(), methods.join(", "))
        });
        let served = ROUTES
            .iter()
            .map(|route| (route.path.to_owned(), route.allow.replace(", HEAD, OPTIONS", "")));
        assert_eq!(served.collect::<BTreeMap<_, _>>(), documented.collect());
    }

    #[test]
    fn the_document_says_which_routes_take_no_token() {
        let document: Value = serde_json::from_str(OPENAPI).unwrap();
        for route in &ROUTES {
            let open = document["paths"][route.path]["get"]["security"] == Value::Array(vec![]);
            assert_eq!(open, route.open, "{}", route.path);
        }
    }
}
