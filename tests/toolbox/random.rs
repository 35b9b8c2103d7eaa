//! Any operations in any order keep what must hold.

use proptest::prelude::*;
use toolcrib::toolbox::{Limits, Standing, Toolbox};

use super::{names, sent, small};

#[derive(Debug, Clone)]
enum Step {
    Load(u8, usize),
    LoadAll(Vec<(u8, usize)>),
    Touch(u8),
    Restore(Vec<u8>),
}

fn step() -> impl Strategy<Value = Step> {
    let tool = (0..12_u8, 0..12_usize);
    prop_oneof![
        4 => tool.clone().prop_map(|(name, size)| Step::Load(name, size)),
        2 => prop::collection::vec(tool, 0..6).prop_map(Step::LoadAll),
        3 => (0..12_u8).prop_map(Step::Touch),
        1 => prop::collection::vec(0..12_u8, 0..3).prop_map(Step::Restore),
    ]
}

fn definition(name: u8, size: usize) -> String {
    format!("{name}:{}", "x".repeat(size))
}

/// Whether `part` is what is left of `whole` when some are taken out.
fn is_left_of<'a>(part: &[&'a str], whole: &[&'a str]) -> bool {
    let mut whole = whole.iter();
    part.iter().all(|one| whole.any(|other| one == other))
}

/// Does one step, and checks what it says against what it did.
fn take(toolbox: &mut Toolbox, step: &Step) -> Result<(), TestCaseError> {
    let before = toolbox.clone();
    let had = names(&before);
    match step {
        Step::Load(name, size) => {
            let (id, definition) = (name.to_string(), definition(*name, *size));
            match toolbox.load(&id, &definition) {
                Err(_) => prop_assert_eq!(&before, &*toolbox),
                Ok(loaded) if loaded.already => prop_assert_eq!(sent(&before), sent(toolbox)),
                Ok(loaded) => {
                    prop_assert_eq!(loaded.replaced, before.contains(&id));
                    let (last, stayed) = (toolbox.names().last(), toolbox.len() - 1);
                    prop_assert_eq!(last, Some(&*id));
                    let gone: Vec<_> = loaded.evicted.iter().map(String::as_str).collect();
                    let stay: Vec<_> =
                        had.into_iter().filter(|one| *one != id && !gone.contains(one)).collect();
                    prop_assert_eq!(&names(toolbox)[..stayed], stay);
                    if gone.is_empty() && !loaded.replaced {
                        prop_assert!(sent(toolbox).starts_with(&sent(&before)));
                    }
                }
            }
        }
        Step::LoadAll(found) => {
            let found: Vec<_> = found
                .iter()
                .map(|(name, size)| (name.to_string(), definition(*name, *size)))
                .collect();
            let pairs = found.iter().map(|(name, definition)| (&**name, &**definition));
            let loaded = toolbox.load_all(pairs);
            let now = names(toolbox);
            let first = now.len() - loaded.added.len();
            prop_assert_eq!(&now[first..], &loaded.added);
            prop_assert!(is_left_of(&now[..first], &had));
            prop_assert!(loaded.already.iter().all(|name| toolbox.contains(name)));
            prop_assert!(loaded.evicted.iter().all(|name| had.contains(&&**name)));
        }
        Step::Touch(name) => {
            prop_assert_eq!(toolbox.touch(&name.to_string()), before.contains(&name.to_string()));
            prop_assert_eq!(sent(&before), sent(toolbox));
        }
        Step::Restore(gone) => {
            let gone: Vec<_> = gone.iter().map(ToString::to_string).collect();
            let lookup = |name: &str| {
                let at = before.names().position(|one| one == name);
                match at.and_then(|at| before.definitions().nth(at)) {
                    Some(text) if !gone.iter().any(|one| one == name) => {
                        Standing::Deferred(text.to_owned().into())
                    }
                    _ => Standing::Unknown,
                }
            };
            let report = toolbox.revalidate(lookup);
            let lost: Vec<_> = report.iter().map(|one| &*one.name).collect();
            let stay: Vec<_> = had.iter().copied().filter(|one| !lost.contains(one)).collect();
            prop_assert_eq!(names(toolbox), stay);
            prop_assert!(lost.iter().all(|one| gone.iter().any(|name| name == one)));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn bounds_order_and_bytes(
        tools in 0..5_usize,
        bytes in 0..30_usize,
        steps in prop::collection::vec(step(), 0..40),
    ) {
        let (mut toolbox, mut replayed) = (small(tools, bytes), small(tools, bytes));
        for step in &steps {
            take(&mut toolbox, step)?;
            prop_assert!(toolbox.len() <= tools && toolbox.bytes() <= bytes);
            let mut all = names(&toolbox);
            all.sort_unstable();
            all.dedup();
            prop_assert_eq!(all.len(), toolbox.len());
        }
        for step in &steps {
            take(&mut replayed, step)?;
        }
        prop_assert_eq!(&toolbox, &replayed);
        // A saved toolbox goes on as if it had never been away.
        let json = serde_json::to_string(&toolbox.save()).unwrap();
        let saved = serde_json::from_str(&json).unwrap();
        let here = toolbox.clone();
        let (mut restored, report) = Toolbox::restore(&saved, toolbox.limits(), |name| {
            let at = here.names().position(|one| one == name).unwrap();
            Standing::Deferred(here.definitions().nth(at).unwrap().to_owned().into())
        });
        prop_assert_eq!(report, []);
        for step in &steps {
            take(&mut toolbox, step)?;
            take(&mut restored, step)?;
            prop_assert_eq!(sent(&toolbox), sent(&restored));
        }
    }

    #[test]
    fn any_saved_state_is_restored_within_the_limits(
        tools in prop::collection::vec(("[ab\\PC]{0,2}", any::<u64>()), 0..20),
        (most, bytes) in (0..6_usize, 0..20_usize),
    ) {
        let tools = tools.iter().map(|(name, used)| {
            format!(r#"{{"name":{},"sha256":"","used":{used}}}"#, serde_json::Value::from(&**name))
        });
        let count = tools.len();
        let json = format!(r#"{{"tools":[{}]}}"#, tools.collect::<Vec<_>>().join(","));
        let saved = serde_json::from_str(&json).unwrap();
        let limits = Limits { tools: most, bytes };
        let (toolbox, report) =
            Toolbox::restore(&saved, limits, |name| Standing::Deferred(name.to_owned().into()));
        prop_assert!(toolbox.len() <= most && toolbox.bytes() <= bytes);
        let lost = report.iter().filter(|one| !one.reason.is_loaded()).count();
        prop_assert_eq!(lost + toolbox.len(), count);
        let mut all = names(&toolbox);
        all.sort_unstable();
        all.dedup();
        prop_assert_eq!(all.len(), toolbox.len());
    }
}
