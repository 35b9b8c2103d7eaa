//! From a tool's argument types to its input schema.

use std::borrow::Cow;
use std::panic::catch_unwind;

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{Schema, SchemaGenerator};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::canonical::{properties_in_order, write_schema};
use super::clean::clean;
use super::dialect::{MAX_DEPTH, Node};
use super::foreign::follow;
use super::keyword::children;
use super::{InputSchema, Property, in_words, others};
use crate::entry::{ArgumentsType, Field, FieldDefault, SchemaSource};
use crate::text::tidy;

/// Keywords that no provider takes at the root: the whole request would be refused.
const NOT_AT_THE_ROOT: [&str; 7] = ["oneOf", "anyOf", "allOf", "not", "if", "enum", "const"];

/// Why a type cannot be a tool's arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SchemaError {
    pub(crate) type_name: &'static str,
    pub(crate) reason: String,
}

/// The input schema of a tool.
pub(crate) fn input_schema(source: &SchemaSource) -> Result<InputSchema, SchemaError> {
    // The contract of what is read, and inner types by reference: the defaults of 2020-12.
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let (root, order) = match source {
        SchemaSource::Fields(fields) => (of_fields(fields, &mut generator), names(fields)),
        SchemaSource::Type(ty) => {
            let fields = (ty.fields)();
            let root = of_type(ty, fields, &mut generator)?;
            (root, fields.unwrap_or_default().to_vec())
        }
    };
    Ok(finish(root, generator.take_definitions(true), &order))
}

fn names(fields: &[Field]) -> Vec<&'static str> {
    fields.iter().map(|field| field.name).collect()
}

fn of_fields(fields: &[Field], generator: &mut SchemaGenerator) -> Map<String, Value> {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for field in fields {
        let mut schema = object_of((field.ty.schema)(generator));
        if !field.description.is_empty() {
            schema.insert("description".into(), field.description.into());
        }
        if let Some(default) = field.default.and_then(value_of) {
            schema.insert("default".into(), default);
        }
        if field.default.is_none() && !(field.ty.optional)() {
            required.push(Value::from(field.name));
        }
        properties.insert(field.name.into(), schema.into());
    }
    let mut root = Map::new();
    root.insert("properties".into(), properties.into());
    if !required.is_empty() {
        root.insert("required".into(), required.into());
    }
    root.insert("additionalProperties".into(), false.into());
    root
}

/// A default, where the schema can show it.
fn value_of(default: FieldDefault) -> Option<Value> {
    match default {
        // The macro has written it.
        FieldDefault::Literal(json) => serde_json::from_str(json).ok(),
        FieldDefault::Made(make) => make(),
    }
}

/// A schema as an object: `true` is one that says nothing, `false` one that nothing fits.
fn object_of(schema: Schema) -> Map<String, Value> {
    match schema.to_value() {
        Value::Object(object) => object,
        Value::Bool(false) => Map::from_iter([("not".to_owned(), json!({}))]),
        _ => Map::new(),
    }
}

fn of_type(
    ty: &ArgumentsType,
    fields: Option<&[&str]>,
    generator: &mut SchemaGenerator,
) -> Result<Map<String, Value>, SchemaError> {
    let mut root = object_of((ty.schema)(generator));
    while let Some(definition) = referred(&root, generator.definitions()) {
        root = definition;
    }
    let refuse = |reason| Err(SchemaError { type_name: (ty.name)(), reason });
    match root.get("type").and_then(Value::as_str) {
        // `()`: no arguments.
        Some("null") => {
            root = Map::from_iter([("additionalProperties".to_owned(), false.into())]);
        }
        Some("object") => {}
        Some(other) => return refuse(format!("it is of type `{other}`, not an object")),
        None if root.is_empty() => {}
        None => {
            let composed = NOT_AT_THE_ROOT.iter().find(|key| root.contains_key(**key));
            let what = composed.map_or("no single type".into(), |key| format!("`{key}`"));
            return refuse(format!("it has {what} at its root"));
        }
    }
    if let Some(key) = NOT_AT_THE_ROOT.iter().find(|key| root.contains_key(**key)) {
        return refuse(format!("it has `{key}` at its root"));
    }
    if let Some(reason) = fields.and_then(|fields| unread_property(&root, fields)) {
        return refuse(reason);
    }
    if fields.is_some() {
        // What is no field is refused, whether or not the type says so.
        root.insert("additionalProperties".into(), false.into());
    }
    match misread_object(ty, &root) {
        Some(reason) => refuse(reason),
        None => Ok(root),
    }
}

/// Why a type that reads `fields` cannot be called as its schema says: every call that has such a
/// property would be refused.
fn unread_property(root: &Map<String, Value>, fields: &[&str]) -> Option<String> {
    let properties = root.get("properties")?.as_object()?;
    let mut unread: Vec<_> = properties.keys().filter(|key| !fields.contains(&&***key)).collect();
    unread.sort_unstable();
    unread.first().map(|key| {
        format!(
            "its schema has `{key}`, which its `Deserialize` does not read: \
             give both the same name, or leave it out of both"
        )
    })
}

/// Why an empty object cannot be read, though the schema says that it fits. What a type finds wrong
/// with its values is no such reason.
fn misread_object(ty: &ArgumentsType, root: &Map<String, Value>) -> Option<String> {
    let error = catch_unwind(|| (ty.read)("{}")).ok()?.err()?.to_string();
    let error = error.split(" at line ").next().unwrap_or_default();
    if let Some(field) = error.strip_prefix("missing field `").and_then(|one| one.strip_suffix('`'))
    {
        let required = root.get("required").and_then(Value::as_array);
        let told = required.is_some_and(|all| all.iter().any(|one| one == field));
        let reason = format!(
            "its schema does not require `{field}`, and its `Deserialize` does: \
             write `#[serde(default)]` on it, or require it"
        );
        return (!told).then_some(reason);
    }
    error
        .starts_with("invalid type: ")
        .then(|| format!("it cannot be read from an object: {error}"))
}

/// The definition that a schema does nothing but refer to.
fn referred(
    schema: &Map<String, Value>,
    definitions: &Map<String, Value>,
) -> Option<Map<String, Value>> {
    let pointer = schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/")?;
    let name = pointer.replace("~1", "/").replace("~0", "~");
    definitions.get(&name)?.as_object().cloned()
}

fn finish(
    mut root: Map<String, Value>,
    definitions: Map<String, Value>,
    order: &[&str],
) -> InputSchema {
    root.insert("type".into(), "object".into());
    // The tool has a description of its own; that of the arguments' type is for its readers.
    root.remove("description");
    root.entry("properties").or_insert_with(|| json!({}));
    let definitions = reachable(&root, definitions);
    if !definitions.is_empty() {
        root.insert("$defs".into(), definitions.into());
    }
    let mut root = Schema::from(root);
    RecursiveTransform(tidy_description).transform(&mut root);
    let mut root = root.to_value();
    clean(&mut root);

    let properties = properties(&root, order);
    let order: Vec<_> = properties.iter().map(|property| &*property.name).collect();
    let mut text = String::new();
    write_schema(&mut text, &root, &order);
    let json = RawValue::from_string(text).expect("the writer writes JSON");
    let is_suspect = is_suspect(&root, json.get());
    InputSchema { json, properties, others: others(&root), is_suspect }
}

/// A schema of so few bytes, and few levels, is below the bounds of what is read again.
const FEW: usize = 4 * 1024;

/// Whether a provider may refuse what a type makes of itself: a reference that leads nowhere or out, or
/// more than is read again.
fn is_suspect(root: &Value, text: &str) -> bool {
    let mut look_into = vec![root];
    while let Some(schema) = look_into.pop() {
        let reference = schema.get("$ref").and_then(Value::as_str);
        if reference.is_some_and(|target| follow(root, target).is_none_or(|to| !to.is_object())) {
            return true;
        }
        look_into.extend(children(schema).map(|child| child.schema));
    }
    (text.len() > FEW || text.matches(['{', '[']).count() >= MAX_DEPTH)
        && Node::parse(text).is_err()
}

/// The doc comment of a field or a type, as any other text of its author.
fn tidy_description(schema: &mut Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description")
        && let Cow::Owned(tidy) = tidy(text)
    {
        *text = tidy;
    }
}

/// The definitions that the root needs, those included that only they need.
fn reachable(root: &Map<String, Value>, mut all: Map<String, Value>) -> Map<String, Value> {
    let mut needed = Map::new();
    let mut look_into = vec![Value::Object(root.clone())];
    while let Some(value) = look_into.pop() {
        match value {
            Value::Object(object) => {
                if let Some(definition) = referred(&object, &all)
                    && let Some(pointer) = object["$ref"].as_str()
                {
                    let name = pointer["#/$defs/".len()..].replace("~1", "/").replace("~0", "~");
                    all.remove(&name);
                    look_into.push(Value::Object(definition.clone()));
                    needed.insert(name, definition.into());
                }
                look_into.extend(object.into_iter().map(|(_, inner)| inner));
            }
            Value::Array(items) => look_into.extend(items),
            _ => {}
        }
    }
    needed
}

fn properties(root: &Value, order: &[&str]) -> Vec<Property> {
    let required = |name: &str| {
        root["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name))
    };
    let resolved = |schema: &Value| {
        let definitions = root["$defs"].as_object();
        let object = schema.as_object();
        let definition = object.zip(definitions).and_then(|(schema, all)| referred(schema, all));
        definition.map_or_else(|| schema.clone(), Value::Object)
    };
    let schemas = root["properties"].as_object().zip(root.as_object());
    let schemas = schemas.map(|(properties, of)| properties_in_order(properties, of, order));
    let property = |(name, schema): (&str, &Value)| {
        let takes = in_words(root, schema);
        let schema = resolved(schema);
        Property { name: name.to_owned(), required: required(name), takes, schema }
    };
    schemas.into_iter().flatten().map(property).collect()
}
