//! However the list is written: taken out and brought back, it is the same to the byte.

use std::collections::BTreeSet;
use std::io;

use super::super::config::listed;
use super::written::{Random, config};
use super::*;

/// What is in the list; the last two are no plugins of a store.
const ALL: [&str; 8] =
    ["alpha", "beta", "dots.and dashes", "delta", "eps-ilon", "zeta", "good", "größer"];

/// Stores with some plugins each, and a configuration that lists some of all.
struct Case {
    _folder: TempDir,
    root: PathBuf,
    before: String,
    listed: BTreeSet<String>,
}

impl Case {
    fn new(random: &mut Random) -> Self {
        let mut names = ALL.to_vec();
        random.shuffle(&mut names);
        names.truncate(1 + random.below(names.len()));
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let before = config(&names, random);
        let listed: BTreeSet<String> = listed(&before).into_iter().collect();
        assert_eq!(listed, names.iter().map(|name| (*name).to_owned()).collect(), "{before}");
        for store in ["shared", "workspace"] {
            fs::create_dir(root.join(store)).unwrap();
        }
        for name in &ALL[..6] {
            let plugin = root.join(random.pick(&["shared", "workspace"])).join(name);
            fs::create_dir(&plugin).unwrap();
            fs::write(plugin.join("SKILL.md"), "text").unwrap();
        }
        fs::write(root.join("config.toml"), &before).unwrap();
        Self { _folder: folder, root, before, listed }
    }

    fn of(&self, stores: &[&str]) -> Cleanup {
        let stores = stores.iter().map(|store| PluginStore::open(self.root.join(store)).unwrap());
        Cleanup::new(stores).config(self.root.join("config.toml"))
    }

    fn cleanup(&self) -> Cleanup {
        self.of(&["shared", "workspace"])
    }

    fn config(&self) -> String {
        fs::read_to_string(self.root.join("config.toml")).unwrap()
    }

    /// The list has what is not in the trash, and of the text nothing else is gone.
    fn assert_fits(&self, seed: u64) {
        let trash = self.cleanup().trash().unwrap();
        let away: BTreeSet<_> = trash.iter().flat_map(|one| one.plugins.keys()).collect();
        let meant: Vec<_> = self.listed.iter().filter(|name| !away.contains(name)).collect();
        let config = self.config();
        assert_eq!(
            listed(&config).iter().collect::<Vec<_>>(),
            meant,
            "{seed}: {}{config}",
            self.before
        );
        for kept in ["# top", "first = 1", "other = ['x']", "[after]", "# bottom"] {
            assert_eq!(config.contains(kept), self.before.contains(kept), "{seed}: {config}");
        }
    }

    fn assert_same(&self, seed: u64) {
        assert_eq!(self.config(), self.before, "{seed}");
        assert!(self.cleanup().trash().unwrap().is_empty(), "{seed}");
    }
}

/// The plan to remove these plugins from where they are; none where they are nowhere.
fn removal(cleanup: &Cleanup, names: &[&str]) -> Option<Plan> {
    let plans = cleanup
        .stores
        .iter()
        .flat_map(|store| names.iter().filter_map(|name| cleanup.plan_removal(store, name).ok()));
    plans.reduce(|mut all, one| {
        for part in one.stores {
            match all.stores.iter_mut().find(|there| there.store == part.store) {
                Some(there) => there.plugins.extend(part.plugins),
                None => all.stores.push(part),
            }
        }
        all
    })
}

/// Does it as a process that is killed somewhere would.
fn killed(mut cleanup: Cleanup, random: &mut Random, act: impl FnOnce(&Cleanup) -> Report) {
    let passing = random.below(60);
    gate(&mut cleanup, passing, |_, _, _| Err(io::Error::other("killed")));
    let _ = act(&cleanup);
}

fn ids(cleanup: &Cleanup) -> Vec<String> {
    let mut ids: Vec<_> = cleanup.trash().unwrap().into_iter().map(|one| one.id).collect();
    ids.sort();
    ids.dedup();
    ids
}

fn assert_done(report: &Report, seed: u64) {
    assert!(report.is_ok(), "{seed}: {report}");
}

/// How many remarks there are beside entries.
fn remarks(text: &str) -> usize {
    text.matches("größer]").count()
}

#[test]
fn every_form_comes_back_to_the_byte_in_any_order_after_any_kill() {
    for seed in 0..150 {
        let mut random = Random::new(seed);
        let case = Case::new(&mut random);
        let mut names = ALL[..6].to_vec();
        random.shuffle(&mut names);
        names.truncate(1 + random.below(6));
        while !names.is_empty() {
            let some = names.split_off(names.len() - 1 - random.below(names.len().min(3)));
            if random.chance(2) {
                let cleanup = case.cleanup();
                let plan = removal(&cleanup, &some).unwrap();
                killed(cleanup, &mut random, |it| it.apply(&plan, Options::default()));
            }
            let cleanup = case.cleanup();
            // It may be that all of them were moved before the end, and more is to be done later.
            if let Some(plan) = removal(&cleanup, &some) {
                assert_done(&cleanup.apply(&plan, Options::default()), seed);
            }
        }
        let cleanup = case.cleanup();
        assert_done(&cleanup.apply(&cleanup.plan(&NAMES), Options::default()), seed);
        case.assert_fits(seed);

        let mut order = ids(&cleanup);
        random.shuffle(&mut order);
        for id in order {
            if random.chance(2) {
                killed(case.cleanup(), &mut random, |it| it.restore(&id));
            }
            if ids(&cleanup).contains(&id) {
                assert_done(&case.cleanup().restore(&id), seed);
                case.assert_fits(seed);
            }
        }
        assert_done(&cleanup.apply(&cleanup.plan(&NAMES), Options::default()), seed);
        case.assert_same(seed);
    }
}

#[test]
fn cleanups_that_do_not_know_each_other_are_taken_back_in_reverse() {
    for seed in 1_000..1_080 {
        let mut random = Random::new(seed);
        let case = Case::new(&mut random);
        let mut names = ALL[..6].to_vec();
        random.shuffle(&mut names);
        let mut done = Vec::new();
        for name in names {
            for store in ["shared", "workspace"] {
                let cleanup = case.of(&[store]);
                if let Some(plan) = removal(&cleanup, &[name]) {
                    let report = cleanup.apply(&plan, Options::default());
                    assert_done(&report, seed);
                    done.push((store, report.into_id().unwrap()));
                    case.assert_fits(seed);
                }
            }
        }
        // In another order, nothing tells that of neighbours, and of blank lines.
        let is_in_reverse = random.chance(2);
        if !is_in_reverse {
            random.shuffle(&mut done);
        }
        while let Some((store, id)) = done.pop() {
            assert_done(&case.of(&[store]).restore(&id), seed);
            case.assert_fits(seed);
        }
        if is_in_reverse {
            case.assert_same(seed);
        }
        assert_eq!(remarks(&case.config()), remarks(&case.before), "{seed}: {}", case.before);
    }
}

#[test]
fn what_was_written_meanwhile_stays_and_so_do_remarks() {
    for seed in 2_000..2_120 {
        let mut random = Random::new(seed);
        let case = Case::new(&mut random);
        let cleanup = case.cleanup();
        let names: Vec<_> = ALL[..6].iter().filter(|_| !random.chance(3)).copied().collect();
        let Some(plan) = removal(&cleanup, &names) else { continue };
        assert_done(&cleanup.apply(&plan, Options::default()), seed);
        // Lines of the operator, where lines may be.
        let mut mine = 0;
        for _ in 0..6 {
            let now = case.config();
            let feeds: Vec<_> = now.match_indices('\n').map(|(at, _)| at + 1).collect();
            let at = feeds[random.below(feeds.len())];
            let edited = format!("{}# mine {mine};\n{}", &now[..at], &now[at..]);
            let same = |text: &str| super::super::config::data(text).ok();
            if same(&edited).is_some_and(|edited| Some(edited) == same(&now)) {
                fs::write(case.root.join("config.toml"), edited).unwrap();
                mine += 1;
            }
        }
        for id in ids(&cleanup) {
            assert_done(&cleanup.restore(&id), seed);
        }
        case.assert_fits(seed);
        let (after, data) = (case.config(), super::super::config::data);
        for line in 0..mine {
            assert_eq!(after.matches(&format!("# mine {line};")).count(), 1, "{seed}: {after}");
        }
        assert_eq!(remarks(&after), remarks(&case.before), "{seed}: {}\n{after}", case.before);
        let is_array =
            case.before.contains("network_allow = [") || case.before.contains("network_allow=[");
        if !is_array {
            assert_eq!(data(&after), data(&case.before), "{seed}: {after}");
        }
    }
}
