//! All skills below some folders, and which of several with one name is meant.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::diagnostic::{SkillDiagnostic, SkillProblem};
use super::fields::Skill;
use super::resources::resources;
use super::validate::validate_file;
use super::walk::{Met, read, walk};
use crate::references::{Names, Severity};

/// A skill that a model may see, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiscoveredSkill {
    /// The skill.
    pub skill: Skill,
    /// Its `SKILL.md`.
    pub file: PathBuf,
    /// Which of the roots it lies in, from 0 on.
    pub root: usize,
}

/// What is found below some folders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Discovery {
    /// The skills, sorted by name; each name once.
    pub skills: Vec<DiscoveredSkill>,
    /// The `SKILL.md` of each skill that is left out, by root and path.
    pub left_out: Vec<PathBuf>,
    /// What is wrong with all of them, by root and path.
    pub diagnostics: Vec<SkillDiagnostic>,
}

impl Discovery {
    /// Whether there is no skill at all: neither one to be shown nor one that is left out.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.skills.is_empty() && self.left_out.is_empty()
    }
}

/// Finds the skills below `roots` and judges each as [`validate`](super::validate()) does, together with
/// the texts in its folder that a model may be told to read: Markdown, `.txt` and YAML files, and hooks. A README
/// and a changelog are for people, and what is in programs is not searched.
///
/// Of several skills with one name, that of the earlier root is taken, and below one root the one whose
/// path comes first, hidden folders after others; the others are told. A skill that is left out holds no
/// name. So a workspace's folder stands before the user's, and that before what is shared.
///
/// A root that does not exist has no skills. Hidden folders are looked into, but for those of version control;
/// those of packages and builds are not. Symbolic links below a root are not followed, the root
/// itself may be one. Depth, count and size are bounded; what is not read because of it is told.
///
/// ```no_run
/// # let names = toolcrib::references::Names::of(&toolcrib::Registry::builder().build()?.manifest());
/// let found = toolcrib::skills::discover(&names, &[".agent/skills", "/usr/share/agent/skills"]);
/// for diagnostic in &found.diagnostics {
///     eprintln!("{diagnostic}");
/// }
/// # Ok::<(), toolcrib::BuildError>(())
/// ```
#[must_use]
pub fn discover(names: &Names, roots: &[impl AsRef<Path>]) -> Discovery {
    discover_with(names, roots, |_, _| {})
}

/// [`discover`], with a report of progress before each file: how many are done, and how many there are.
#[must_use]
pub fn discover_with(
    names: &Names,
    roots: &[impl AsRef<Path>],
    mut progress: impl FnMut(usize, usize),
) -> Discovery {
    let mut by_name: BTreeMap<String, DiscoveredSkill> = BTreeMap::new();
    let (mut left_out, mut diagnostics) = (Vec::new(), Vec::new());
    let met: Vec<_> = roots.iter().map(|folder| walk(folder.as_ref())).collect();
    let all = met.iter().map(Vec::len).sum();
    let mut done = 0;
    for (root, met) in met.into_iter().enumerate() {
        for met in met {
            progress(done, all);
            done += 1;
            let file = match met {
                Met::Skill(file) => file,
                Met::Unread(path, why) => {
                    diagnostics.push(unread(&path, why));
                    continue;
                }
            };
            let bytes = match read(&file) {
                Ok(bytes) => bytes,
                Err(why) => {
                    diagnostics.push(unread(&file, why));
                    continue;
                }
            };
            let shown = file.to_string_lossy();
            let validated = validate_file(names, &folder_of(&file), &shown, &bytes);
            let resources = resources(names, &file);
            let is_misled = resources.iter().any(|diagnostic| diagnostic.leaves_out);
            diagnostics.extend(validated.diagnostics);
            diagnostics.extend(resources);
            let Some(skill) = validated.skill.filter(|_| !is_misled) else {
                left_out.push(file);
                continue;
            };
            if let Some(kept) = by_name.get(&skill.name) {
                let kept = kept.file.to_string_lossy().into_owned();
                let problem = SkillProblem::Clash { name: skill.name, kept };
                let diagnostic = SkillDiagnostic::new(&shown, Severity::Warning, problem);
                diagnostics.push(SkillDiagnostic { leaves_out: true, ..diagnostic });
                left_out.push(file);
            } else {
                by_name.insert(skill.name.clone(), DiscoveredSkill { skill, file, root });
            }
        }
    }
    Discovery { skills: by_name.into_values().collect(), left_out, diagnostics }
}

/// The name of the folder that a skill lies in.
fn folder_of(file: &Path) -> String {
    let parent = file.parent().unwrap_or(file);
    // A root such as `.` has a name, too.
    let whole = parent.canonicalize().ok().filter(|_| parent.file_name().is_none());
    let folder = whole.as_deref().unwrap_or(parent).file_name();
    folder.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn unread(path: &Path, why: String) -> SkillDiagnostic {
    let problem = SkillProblem::Unread { why };
    SkillDiagnostic::new(&path.to_string_lossy(), Severity::Warning, problem)
}
