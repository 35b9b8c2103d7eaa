//! Types of every spelling as tools.

use std::marker::PhantomData;

use toolcrib::{Context, Tool, ToolError, tool};

use super::{call, definition};

pub(crate) mod files {
    #[derive(Default)]
    pub(crate) struct ReadURLFile;
}

/// A type by its path.
#[tool]
impl toolcrib::Tool for files::ReadURLFile {
    type Args = ();
    type Output = &'static str;

    async fn call(&self, (): (), _cx: &Context<'_>) -> Result<&'static str, ToolError> {
        Ok("read")
    }
}

struct Wrapper<T>(PhantomData<fn() -> T>);

impl<T> Default for Wrapper<T> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

/// One instance of a generic type.
#[tool(name = "wrapper_u8")]
impl Tool for Wrapper<u8> {
    type Args = ();
    type Output = usize;

    async fn call(&self, (): (), _cx: &Context<'_>) -> Result<usize, ToolError> {
        Ok(size_of::<u8>())
    }
}

/// Another instance.
#[tool(name = "wrapper_u16", alias(name = "wrapper_short"))]
impl Tool for Wrapper<u16> {
    type Args = ();
    type Output = usize;

    fn call(
        &self,
        (): (),
        _cx: &Context<'_>,
    ) -> impl Future<Output = Result<usize, ToolError>> + Send {
        std::future::ready(Ok(size_of::<u16>()))
    }
}

pub(crate) struct Session(pub(crate) u8);

/// A value of the registry's state.
#[tool(from_state)]
impl Tool for Session {
    type Args = ();
    type Output = u8;

    async fn call(&self, (): (), _cx: &Context<'_>) -> Result<u8, ToolError> {
        Ok(self.0)
    }
}

/// A type with names that are those of what the macro adds.
#[derive(Default)]
struct Crowded;

impl Crowded {
    const DECLARATION: u8 = 1;
    const DECLARED_NAME: u8 = 2;
    const ENTRY: u8 = 3;
    const NAME: u8 = 4;
    const ALL: [u8; 4] = [Self::DECLARATION, Self::DECLARED_NAME, Self::ENTRY, Self::NAME];
}

/// A crowded type.
#[tool]
impl Tool for Crowded {
    type Args = ();
    type Output = [u8; 4];

    async fn call(&self, (): (), _cx: &Context<'_>) -> Result<[u8; 4], ToolError> {
        Ok(Self::ALL)
    }
}

/// Two that are not collected may share a name.
#[tool(name = "not_collected", register = false)]
fn first() -> u8 {
    1
}

/// The other.
#[tool(name = "not_collected", register = false)]
fn second() -> u8 {
    2
}

#[test]
fn they_run() {
    assert_eq!(call("read_url_file", ""), "read");
    assert_eq!(call("wrapper_u8", ""), "1");
    assert_eq!(call("wrapper_short", ""), "2");
    assert_eq!(call("session", ""), "7");
    assert_eq!(call("crowded", ""), "[1,2,3,4]");
    assert_eq!(first() + second(), 3);
    assert_eq!(definition("wrapper_u8")["description"], "One instance of a generic type.");
}
