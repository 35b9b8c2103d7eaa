//! What generated code may use. Nothing here is for anybody else, and nothing here is stable.

pub use std::boxed::Box;
pub use std::convert::From;
pub use std::option::Option::{self, None, Some};
pub use std::primitive::str;
pub use std::result::Result::{Err, Ok};
pub use std::string::String;

pub use crate::arguments::probe::Text;
pub use crate::arguments::{Args, Decoder, whole};
pub use crate::collect::Collected;
pub use crate::entry::{
    AdaptFn, Adapter, Alias, Annotations, Argument, ArgumentType, ArgumentsType, Call, Entry,
    Field, FieldDefault, Instance, Invocation, SchemaSource, StateType, Tombstone,
};
pub use crate::generated::{
    Failure, Made, Make, Param, Plain, Returned, StateParam, Unmade, Unread, arguments_of, finish,
    of_state, run_tool,
};
pub use crate::lifecycle::Lifecycle;
pub use crate::origin::Origin;
pub use crate::output::{IntoOutput, Output};
pub use crate::tool::{Declared, declared};
pub use crate::toolset::{Uses, assert_linked, assert_listed_once, assert_replacement};
#[cfg(feature = "collect")]
pub use inventory;
pub use toolcrib_macros::{retired, toolset};
