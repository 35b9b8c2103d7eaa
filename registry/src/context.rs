//! What a tool gets besides its arguments: typed state, the call's id, a way to report progress.

use std::any::{TypeId, type_name};
use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::Surface;
use crate::entry::Shared;
use crate::guard::{self, discard};

/// A value of the registry's state, as a parameter of a function tool.
///
/// [`RegistryBuilder::state`](crate::RegistryBuilder::state) gives the registry the value; building
/// a registry that lacks one fails with the type's name. It is always there: what a host may or may
/// not give is read from [`Context::get`]. `T` may be a `dyn Trait`, whose value is given by
/// [`RegistryBuilder::shared_state`](crate::RegistryBuilder::shared_state).
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering};
/// use toolcrib::{State, tool};
///
/// /// Count one up.
/// #[tool]
/// fn count(counter: State<AtomicU32>) -> u32 {
///     counter.fetch_add(1, Ordering::Relaxed) + 1
/// }
/// ```
#[derive(Debug)]
pub struct State<T: ?Sized>(pub Arc<T>);

impl<T: ?Sized> Clone for State<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: ?Sized> Deref for State<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// Values by type. A value and an `Arc` of it are one: whoever gives either gives both, and the later one
/// is in place of the earlier one.
#[derive(Clone, Default)]
pub(crate) struct States(HashMap<TypeId, Shared>);

impl States {
    /// Adds a value; false where there is one of its type already, or an `Arc` of one.
    ///
    /// A `T` is found in the place of `Arc<T>`. Of which type a given `Arc` is nobody can say here, so
    /// that any value is put where it belongs should it be one, and where an `Arc` of it is looked for.
    pub(crate) fn insert<T: Send + Sync + 'static>(&mut self, value: T) -> bool {
        let value = Arc::new(value);
        let is_new = self.insert_shared(Arc::clone(&value));
        self.put::<T>(value) && is_new
    }

    /// The same of a value that is shared already.
    pub(crate) fn insert_shared<T: ?Sized + Send + Sync + 'static>(
        &mut self,
        value: Arc<T>,
    ) -> bool {
        let value = Arc::new(value);
        let is_new = self.put::<Arc<Arc<T>>>(Arc::new(Arc::clone(&value)));
        self.put::<Arc<T>>(value) && is_new
    }

    fn put<T: 'static>(&mut self, value: Shared) -> bool {
        match self.0.insert(TypeId::of::<T>(), value) {
            None => true,
            Some(earlier) => {
                discard(earlier);
                false
            }
        }
    }

    pub(crate) fn get<T: ?Sized + Send + Sync + 'static>(&self) -> Option<&Arc<T>> {
        self.0.get(&TypeId::of::<Arc<T>>())?.downcast_ref()
    }

    /// The same, as the value that a tool runs on.
    pub(crate) fn instance<T: ?Sized + Send + Sync + 'static>(&self) -> Option<Shared> {
        self.0.get(&TypeId::of::<Arc<T>>()).cloned()
    }
}

/// The values are foreign: where this is the last hold on them, their `Drop` runs.
impl Drop for States {
    fn drop(&mut self) {
        self.0.drain().for_each(|(_, value)| discard(value));
    }
}

/// How far a call has come.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Progress<'a> {
    /// The id of the call.
    pub call_id: &'a str,
    /// What is done, in units of the tool's choice.
    pub done: f64,
    /// What there is to do, in the same units, where the tool knows.
    pub total: Option<f64>,
    /// A line for a person; empty where there is none.
    pub message: &'a str,
}

/// Takes reports of progress.
type Reporter = Box<dyn Fn(Progress<'_>) + Send + Sync>;

/// What the host gives along with a call, and what a tool sees of it.
///
/// A host makes one for each conversation, agent or request, with the values that its tools read;
/// what is given here comes before the registry's state of the same type. A tool gets one that also
/// knows the call's id.
///
/// ```
/// use toolcrib::{Context, tool};
///
/// struct Agent(String);
///
/// /// Say who is asking.
/// #[tool]
/// fn whoami(cx: &Context) -> String {
///     cx.get::<Agent>().map_or_else(|| "nobody".into(), |agent| agent.0.clone())
/// }
///
/// let cx = Context::new().with(Agent("reviewer".into()));
/// # let _ = cx;
/// ```
pub struct Context<'a> {
    host: Host<'a>,
    /// The surface that the call came to.
    surface: Option<&'a Surface>,
    call_id: &'a str,
}

/// The host's part: its own in the context that it makes, borrowed in the one that a tool gets.
enum Host<'a> {
    Own(Given),
    Ref(&'a Given),
}

#[derive(Default)]
struct Given {
    values: States,
    reporter: Option<Reporter>,
}

impl Drop for Given {
    fn drop(&mut self) {
        discard(self.reporter.take());
    }
}

impl Default for Context<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl Context<'_> {
    /// An empty one.
    #[must_use]
    pub fn new() -> Self {
        Self { host: Host::Own(Given::default()), surface: None, call_id: "" }
    }

    /// Gives a value along, in place of an earlier one of the same type. A value and an `Arc` of it are
    /// one here: `State<Session>` finds a `Session` and an `Arc<Session>`, the one that was given last.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use toolcrib::Context;
    ///
    /// struct Session(u32);
    ///
    /// let session = Arc::new(Session(7));
    /// let cx = Context::new().with(Arc::clone(&session));
    /// assert_eq!(cx.get::<Session>().unwrap().0, 7);
    /// ```
    #[must_use]
    pub fn with<T: Send + Sync + 'static>(self, value: T) -> Self {
        self.change(|given| {
            given.values.insert(value);
        })
    }

    /// Like [`with`](Self::with), for a value that the host keeps a hold of, or one that is only known by
    /// a trait: `State<dyn Files>`.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use toolcrib::Context;
    ///
    /// trait Files: Send + Sync {
    ///     fn root(&self) -> &str;
    /// }
    ///
    /// struct Workspace;
    ///
    /// impl Files for Workspace {
    ///     fn root(&self) -> &str {
    ///         "/workspace"
    ///     }
    /// }
    ///
    /// let files: Arc<dyn Files> = Arc::new(Workspace);
    /// let cx = Context::new().with_shared(files);
    /// assert_eq!(cx.get::<dyn Files>().unwrap().root(), "/workspace");
    /// ```
    #[must_use]
    pub fn with_shared<T: ?Sized + Send + Sync + 'static>(self, value: Arc<T>) -> Self {
        self.change(|given| {
            given.values.insert_shared(value);
        })
    }

    /// Takes the reports of progress. `reporter` is called on the tool's thread and should return
    /// at once. A panic in it is logged, and the tool goes on.
    #[must_use]
    pub fn on_progress(self, reporter: impl Fn(Progress<'_>) + Send + Sync + 'static) -> Self {
        self.change(|given| given.reporter = Some(Box::new(reporter)))
    }

    fn change(mut self, change: impl FnOnce(&mut Given)) -> Self {
        match &mut self.host {
            Host::Own(given) => change(given),
            // Only dispatch makes such a context, and it hands out references.
            Host::Ref(_) => unreachable!("a tool's context is borrowed"),
        }
        self
    }

    /// The context of one call.
    pub(crate) fn of_call<'b>(&'b self, surface: &'b Surface, call_id: &'b str) -> Context<'b> {
        Context { host: Host::Ref(self.given()), surface: Some(surface), call_id }
    }

    fn given(&self) -> &Given {
        match &self.host {
            Host::Own(given) => given,
            Host::Ref(given) => given,
        }
    }

    /// The host's value of this type, else the registry's.
    #[must_use]
    pub fn get<T: ?Sized + Send + Sync + 'static>(&self) -> Option<&T> {
        self.shared::<T>().map(|shared| &**shared)
    }

    /// The value as [`State`].
    pub(crate) fn state<T: ?Sized + Send + Sync + 'static>(&self) -> State<T> {
        // `build()` has refused a registry that lacks it.
        let value = self.shared::<T>().cloned();
        State(value.unwrap_or_else(|| panic!("the registry holds no {}", type_name::<T>())))
    }

    fn shared<T: ?Sized + Send + Sync + 'static>(&self) -> Option<&Arc<T>> {
        let here = self.given().values.get::<T>();
        here.or_else(|| self.surface?.registry().inner.states.get::<T>())
    }

    /// The surface that the call came to: what the session may see and call. `None` outside a call.
    #[must_use]
    pub const fn surface(&self) -> Option<&Surface> {
        self.surface
    }

    /// The id that the model's provider gave the call; empty where there is none.
    #[must_use]
    pub fn call_id(&self) -> &str {
        self.call_id
    }

    /// Reports progress: what is done and what there is to do, in units of the tool's choice, and a
    /// line for a person. Does nothing where the host does not listen.
    pub fn progress(&self, done: f64, total: Option<f64>, message: &str) {
        if let Some(reporter) = &self.given().reporter {
            let progress = Progress { call_id: self.call_id, done, total, message };
            if let Err(panicked) = guard::call(|| reporter(progress)) {
                tracing::error!("the host's reporter of progress {panicked}");
            }
        }
    }
}

impl fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("call_id", &self.call_id).finish_non_exhaustive()
    }
}
