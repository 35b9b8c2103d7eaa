//! The checks that come with the library.

use std::collections::BTreeSet;
use std::path::PathBuf;

use semver::Version;

use super::{Check, Finding, Severity};
use crate::inspect::Subject;
use crate::name::Shown;
use crate::references::{FileKind, Names, Reference, ShownPath};
use crate::skills::{self, SkillDiagnostic};
use crate::surface::twins::twins;
use crate::{BuildError, Manifest, ManifestName, Registry, Surface, provider};

/// The largest file that is read as a prompt, in bytes.
const MAX_PROMPT: u64 = 10 << 20;

impl Check {
    /// `overdue-removals`: no name is there that was to be gone by `version`, the program's own.
    #[must_use]
    pub fn overdue(manifest: Manifest, version: impl Into<String>) -> Self {
        let version = version.into();
        let check =
            Self::new("overdue-removals", "names that were to be removed are gone", move || {
                let Ok(now) = Version::parse(&version) else {
                    let message = format!("`{}` is no version, as `1.2.3` is", Shown(&version));
                    return vec![Finding::error(message)];
                };
                manifest.names.iter().filter_map(|name| overdue(name, &now)).collect()
            });
        check.way_out("retire the name (`retired!`), or move its `remove_in`")
    }

    /// `provider-lints`: the provider refuses and loses nothing of the list, and no text in it names what a
    /// model cannot see; see [`Surface::lint`].
    #[must_use]
    pub fn lints(surface: Surface) -> Self {
        Self::new("provider-lints", "the provider takes the list as it is", move || {
            let findings = surface.lint().into_iter().map(|finding| {
                let severity = match finding.severity {
                    provider::Severity::Warning => Severity::Warning,
                    provider::Severity::Error => Severity::Error,
                };
                let message = finding.to_string();
                // The severity stands before it.
                let message = message.split_once(": ").map_or(&*message, |(_, rest)| rest);
                Finding::new(severity, message)
            });
            findings.collect()
        })
    }

    /// `linked-crates`: these crates have declared something that is linked. Names with `-` or `_`.
    pub fn linked<S: Into<String>>(
        registry: Registry,
        crates: impl IntoIterator<Item = S>,
    ) -> Self {
        let crates: Vec<_> = crates.into_iter().map(|name| name.into().replace('-', "_")).collect();
        let check = Self::new("linked-crates", "the tool crates are linked", move || {
            let names = registry.names().iter();
            let linked: BTreeSet<_> = names.map(|name| name.origin().crate_name()).collect();
            let missing = crates.iter().filter(|name| !linked.contains(&***name));
            let message = |name: &String| {
                format!("nothing of `{}` is linked; write `toolcrib::link!({name});`", Shown(name))
            };
            missing.map(|name| Finding::error(message(name))).collect()
        });
        check.way_out("the linker drops a crate that nothing names")
    }

    /// A check that something can be built: a registry, or the surfaces that a program uses with their rules.
    /// Each problem is a finding. Suggested ids: `registry`, `surface-rules`.
    pub fn builds<T>(
        id: &'static str,
        title: &'static str,
        build: impl Fn() -> Result<T, BuildError> + Send + Sync + 'static,
    ) -> Self {
        Self::new(id, title, move || {
            let error = build().err();
            let problems = error.iter().flat_map(BuildError::problems);
            let lines = problems.map(|problem| problem.to_string().replace('\n', ";"));
            lines.map(Finding::error).collect()
        })
    }

    /// `retired-skills`: every skill below these folders is one that a model can use; see
    /// [`skills::discover`].
    pub fn skills<P: Into<PathBuf>>(names: Names, roots: impl IntoIterator<Item = P>) -> Self {
        let roots: Vec<PathBuf> = roots.into_iter().map(Into::into).collect();
        let check = Self::new("retired-skills", "skills name tools that are there", move || {
            let found = skills::discover(&names, &roots);
            let there =
                roots.iter().filter(|root| root.is_dir()).map(|root| root.display().to_string());
            let nothing = there
                .filter(|_| found.is_empty())
                .map(|root| Finding::note(format!("there is no skill below {}", ShownPath(&root))));
            nothing.chain(found.diagnostics.iter().map(Finding::from)).collect()
        });
        check.way_out("a skill that is left out is not shown to a model: mend it, or remove it")
    }

    /// `descriptions`: what a model reads about the tools names no old ones, and no two of them are the same:
    /// for a manifest that was written down. A live surface has more to say: [`lints`](Self::lints).
    #[must_use]
    pub fn descriptions(names: Names, subject: &Subject) -> Self {
        let visible = subject.tools().iter().filter(|tool| tool.is_visible());
        let texts = visible.map(|tool| (tool.name.clone(), tool.description.clone()));
        let texts: Vec<_> = texts.collect();
        let twins = twins_of(subject);
        Self::new("descriptions", "descriptions of tools name no old tools", move || {
            let found = texts.iter().flat_map(|(name, text)| {
                let place = format!("description of {name}");
                names.find(FileKind::Markdown, &place, text.as_bytes())
            });
            let found = found.map(|reference| Finding::from(&reference));
            found.chain(twins.iter().cloned()).collect()
        })
    }

    /// `prompts`: files that a model reads name no old tools: system prompts, instructions, documentation.
    pub fn prompts<P: Into<PathBuf>>(names: Names, files: impl IntoIterator<Item = P>) -> Self {
        let files: Vec<PathBuf> = files.into_iter().map(Into::into).collect();
        Self::new("prompts", "prompts name no old tools", move || {
            let mut findings = Vec::new();
            for file in &files {
                let shown = file.display().to_string();
                match read(file) {
                    Ok(bytes) => {
                        let found = names.find(FileKind::of_prompt(file), &shown, &bytes);
                        findings.extend(found.iter().map(Finding::from));
                    }
                    Err(error) => {
                        let message = format!("{} cannot be read: {error}", Shown(&shown));
                        findings.push(Finding::error(message));
                    }
                }
            }
            findings
        })
    }
}

/// What is wrong with a name's removal, where one is planned.
fn overdue(name: &ManifestName, now: &Version) -> Option<Finding> {
    let planned = name.planned_removal_version.as_ref()?;
    let fault = match Version::parse(planned) {
        Ok(planned) if planned > *now => return None,
        Ok(_) => format!("was to be removed in {}, and this is {now}", Shown(planned)),
        // A manifest that was read may say anything.
        Err(_) => {
            format!(
                "is to be removed in `{}`, which is not a version, as `1.2.3` is",
                Shown(planned)
            )
        }
    };
    let (file, line) = (Shown(&name.origin.file), name.origin.line);
    Some(Finding::error(format!("`{}` {fault} ({file}:{line})", Shown(&name.name))))
}

/// Tools of which a model is told the same.
fn twins_of(subject: &Subject) -> Vec<Finding> {
    let visible: Vec<_> = subject.tools().iter().filter(|tool| tool.is_visible()).collect();
    let told = visible.iter().map(|tool| (&*tool.description, tool.input_schema.get()));
    let finding = |(first, second): (usize, usize)| {
        Finding::warning(format!(
            "`{}` has the description and the arguments of `{}`: make one of them an alias of the other",
            Shown(&visible[second].name),
            Shown(&visible[first].name)
        ))
    };
    twins(told).into_iter().map(finding).collect()
}

fn read(file: &PathBuf) -> std::io::Result<Vec<u8>> {
    use std::io::Read as _;
    let mut bytes = Vec::new();
    std::fs::File::open(file)?.take(MAX_PROMPT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_PROMPT {
        return Err(std::io::Error::other(format!("it has more than {MAX_PROMPT} bytes")));
    }
    Ok(bytes)
}

impl From<&Reference> for Finding {
    fn from(reference: &Reference) -> Self {
        let Reference { file, line, column, .. } = reference;
        let place = format!("{}:{line}:{column}", ShownPath(file));
        Self::new(reference.severity, format!("{place}: {}", reference.message()))
    }
}

impl From<&SkillDiagnostic> for Finding {
    fn from(diagnostic: &SkillDiagnostic) -> Self {
        let SkillDiagnostic { file, line, column, severity, .. } = diagnostic;
        let place = format!("{}:{line}:{column}", ShownPath(file));
        Self::new(*severity, format!("{place}: {}", diagnostic.message()))
    }
}
