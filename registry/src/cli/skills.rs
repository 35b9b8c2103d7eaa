//! `skills`: skills and other texts for a model, held against the names.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde::Serialize;

use super::failure::{End, Failure};
use super::host::Host;
use super::options::{FailOptions, NameOptions};
use super::out::{Out, View, remark};
use super::page::{BAD, BOLD, DIM, GOOD, PLAIN, Page, WARN, code, count, markdown};
use super::progress::Progress;
use crate::references::{FileKind, Names, Severity};
use crate::skills::{SkillDiagnostic, SkillProblem, discover_with};

/// The longest file that is read, in bytes.
const MAX_FILE: u64 = 16 << 20;

/// Check skills, and other texts that a model reads
#[derive(Debug, Clone, Args)]
pub(super) struct Skills {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Clone, Subcommand)]
enum Command {
    Check(Check),
}

/// Find what is wrong with skills: their form, and the old names in them
///
/// Of a folder, all skills below it are checked, with the texts beside each; of two with one name, that of
/// the earlier folder counts. Any other file is searched for old names: an agent, a command, hooks,
/// settings, a prompt. Where there is nothing to check, the exit code is 2.
#[derive(Debug, Clone, Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
`<!-- toolcrib: allow NAME -->` in Markdown, or `# toolcrib: allow NAME` elsewhere, allows a name
from that line on.

Examples:
  {program} skills check .agent/skills
  {program} skills check --fail-on error --external WebSearch,Bash .agent/skills
  {program} skills check --format json prompts/system.md"
)]
struct Check {
    /// Folders with skills, or files
    #[arg(value_name = "PATH")]
    path: Vec<PathBuf>,
    #[command(flatten)]
    names: NameOptions,
    #[command(flatten)]
    fail: FailOptions,
}

/// What was checked, and what is wrong. Serialised, it is the findings.
#[derive(Serialize)]
#[serde(transparent)]
struct Checked {
    #[serde(skip)]
    skills: usize,
    #[serde(skip)]
    left_out: usize,
    #[serde(skip)]
    files: usize,
    findings: Vec<Finding>,
}

#[derive(Serialize)]
struct Finding {
    #[serde(flatten)]
    diagnostic: SkillDiagnostic,
    /// What it is, in words.
    message: String,
}

impl Skills {
    pub(super) fn run(&self, host: &Host, out: &mut Out) -> Result<End, Failure> {
        let Command::Check(check) = &self.command;
        check.run(host, out)
    }
}

impl Check {
    fn run(&self, host: &Host, out: &mut Out) -> Result<End, Failure> {
        let paths = if self.path.is_empty() { &host.skills } else { &self.path };
        if paths.is_empty() {
            return Err(Failure::new("there is nothing to check: give a folder with skills"));
        }
        let names = host.names(&self.names)?;
        let progress = Progress::bar("reading skills");
        let is_asked = !self.path.is_empty();
        let checked = checked(&names, paths, is_asked, &progress)?;
        drop(progress);
        out.show(&checked)?;
        if checked.is_nothing() {
            let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
            let paths = paths.join(", ");
            let nothing =
                format!("there is no skill below {paths}: a skill is a folder with a `SKILL.md`");
            if is_asked {
                return Err(Failure::new(nothing));
            }
            // A host's own folders may be empty.
            remark(nothing);
        }
        let severities = checked.findings.iter().map(|finding| finding.diagnostic.severity);
        Ok(End::findings(self.fail.is_met(severities)))
    }
}

/// Checks all folders together, so that clashes are seen, and each other file.
fn checked(
    names: &Names,
    paths: &[PathBuf],
    must_exist: bool,
    progress: &Progress,
) -> Result<Checked, Failure> {
    let mut roots = Vec::new();
    let mut files = Vec::new();
    for path in paths {
        match path.metadata() {
            Ok(there) if there.is_dir() => roots.push(named(path)?),
            Ok(_) => match skill_folder(path) {
                Some(folder) => roots.push(named(folder)?),
                None => files.push(path),
            },
            Err(error) if must_exist => return Err(Failure::of_path("read", path, error)),
            Err(_) => {}
        }
    }
    let found = discover_with(names, &roots, |done, all| progress.set(done, all));
    let mut diagnostics = found.diagnostics;
    for file in &files {
        let bytes = read(file)?;
        let found = names.find(FileKind::of_prompt(file), &file.to_string_lossy(), &bytes);
        diagnostics.extend(found.into_iter().map(|reference| SkillDiagnostic {
            file: reference.file.clone(),
            line: reference.line,
            column: reference.column,
            severity: reference.severity,
            leaves_out: false,
            problem: SkillProblem::Reference(reference),
        }));
    }
    let findings = diagnostics.into_iter().map(Finding::of).collect();
    let (skills, left_out) = (found.skills.len(), found.left_out.len());
    Ok(Checked { skills, left_out, files: files.len(), findings })
}

/// The folder of a skill that is given by its file.
fn skill_folder(file: &Path) -> Option<&Path> {
    let is_skill = file.file_name()?.eq_ignore_ascii_case("SKILL.md");
    let folder = file.parent().filter(|_| is_skill)?;
    Some(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })
}

/// A folder by a path that has its name, as `.` has not: a skill is called like its folder.
fn named(folder: &Path) -> Result<PathBuf, Failure> {
    if folder.file_name().is_some() {
        return Ok(folder.to_owned());
    }
    folder.canonicalize().map_err(|error| Failure::of_path("read", folder, error))
}

fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    use std::io::Read as _;
    let refused = |error| Failure::of_path("read", file, error);
    let mut bytes = Vec::new();
    let read = std::fs::File::open(file).map_err(refused)?;
    read.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(refused)?;
    if bytes.len() as u64 > MAX_FILE {
        let why = format!("it has more than {} MiB", MAX_FILE >> 20);
        return Err(Failure::of_path("read", file, why));
    }
    Ok(bytes)
}

impl Finding {
    fn of(diagnostic: SkillDiagnostic) -> Self {
        let message = diagnostic.message();
        Self { diagnostic, message }
    }

    fn place(&self) -> String {
        let SkillDiagnostic { file, line, column, .. } = &self.diagnostic;
        format!("{file}:{line}:{column}")
    }
}

impl Checked {
    /// Whether there was nothing to check.
    const fn is_nothing(&self) -> bool {
        self.skills == 0 && self.left_out == 0 && self.files == 0
    }

    /// How many of what there is.
    fn sum(&self) -> String {
        let all = || self.findings.iter().map(|finding| &finding.diagnostic);
        let number = |severity| all().filter(|it| it.severity == severity).count();
        let checked = [
            (self.skills > 0 || self.files == 0).then(|| count(self.skills, "skill")),
            (self.left_out > 0).then(|| format!("{} left out", self.left_out)),
            (self.files > 0).then(|| count(self.files, "other file")),
        ];
        let found = [
            count(number(Severity::Error), "error"),
            count(number(Severity::Warning), "warning"),
            count(number(Severity::Note), "note"),
        ];
        let checked: Vec<_> = checked.into_iter().flatten().collect();
        format!("{}: {}", checked.join(", "), found.join(", "))
    }
}

impl View for Checked {
    fn text(&self, page: &mut Page) {
        for finding in &self.findings {
            let severity = finding.diagnostic.severity;
            let style = match severity {
                Severity::Error => BAD,
                Severity::Warning => WARN,
                Severity::Note => DIM,
            };
            page.styled(BOLD, format_args!("{}:", finding.place())).push(" ");
            page.styled(style, format_args!("{severity}:")).push(" ").push(&finding.message).end();
        }
        let style = if self.findings.is_empty() { GOOD } else { PLAIN };
        page.styled(style, self.sum()).end();
    }

    fn markdown(&self, page: &mut Page) {
        for finding in &self.findings {
            let severity = finding.diagnostic.severity;
            page.push("- **").push(severity).push("** ").push(code(finding.place()));
            page.push(" ").push(markdown(&finding.message)).end();
        }
        if !self.findings.is_empty() {
            page.end();
        }
        page.push(self.sum()).end();
    }
}
