//! From a tool's argument types to its input schema.

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::canonical::{properties_in_order, write_schema};
use super::clean::clean;
use super::{InputSchema, Property, in_words, others};
use crate::entry::{ArgumentType, Field, SchemaSource};

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
            let order = (ty.fields)().unwrap_or_default();
            (of_type(ty, &mut generator)?, order.to_vec())
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
        if let Some(default) = field.default {
            // The macro has written a literal.
            schema.insert("default".into(), serde_json::from_str(default).unwrap_or_default());
        }
        if !field.has_default && !(field.ty.optional)() {
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

/// A schema as an object: `true` is one that says nothing, `false` one that nothing fits.
fn object_of(schema: Schema) -> Map<String, Value> {
    match schema.to_value() {
        Value::Object(object) => object,
        Value::Bool(false) => Map::from_iter([("not".to_owned(), json!({}))]),
        _ => Map::new(),
    }
}

fn of_type(
    ty: &ArgumentType,
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
            return Ok(Map::from_iter([("additionalProperties".to_owned(), false.into())]));
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
    match NOT_AT_THE_ROOT.iter().find(|key| root.contains_key(**key)) {
        Some(key) => refuse(format!("it has `{key}` at its root")),
        None => Ok(root),
    }
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
    let mut root = Value::Object(root);
    clean(&mut root);

    let properties = properties(&root, order);
    let order: Vec<_> = properties.iter().map(|property| &*property.name).collect();
    let mut text = String::new();
    write_schema(&mut text, &root, &order);
    let json = RawValue::from_string(text).expect("the writer writes JSON");
    InputSchema { json, properties, others: others(&root) }
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
