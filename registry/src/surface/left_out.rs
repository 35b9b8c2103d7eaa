//! Dynamic tools that are not on a surface, and why.

use std::fmt;

use super::write::Visible;
use super::{Decided, Strategy, Surface, SurfaceProblem};
use crate::name::{Shown, printable};
use crate::provider::{Finding, Severity};

/// How much of a reason is repeated, in characters.
const MAX_REASON: usize = 300;

/// A dynamic tool that is not on a surface. It is neither listed nor found, and cannot be called.
///
/// Printed, it names the source and the tool, and says what is wrong and what would help.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// Its source.
    pub source: String,
    /// Its name on the surface.
    pub name: String,
    /// Why.
    pub why: WhyLeftOut,
}

/// Why a dynamic tool is not on a surface.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhyLeftOut {
    /// The provider would refuse the whole request over it: what [`Surface::lint`] would call errors.
    Refused(Vec<Finding>),
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { source, name, why } = self;
        write!(f, "source `{}`: tool `{}` is left out", Shown(source), Shown(name))?;
        match why {
            WhyLeftOut::Refused(findings) => {
                for (i, Finding { path, problem, way_out, .. }) in findings.iter().enumerate() {
                    f.write_str(if i == 0 { ": it " } else { "; it " })?;
                    write!(f, "{problem}")?;
                    if !path.is_empty() {
                        write!(f, " at `{}`", Shown(path))?;
                    }
                    write!(f, " ({way_out})")?;
                }
                Ok(())
            }
        }
    }
}

impl Surface {
    /// The dynamic tools that are not on this surface though no rule denies them, sorted by source and
    /// name. What their servers offered and was not taken at all is [`DynamicSource::refused`].
    ///
    /// ```
    /// use toolcrib::dynamic::{DynamicSource, ForeignTool, handler_fn};
    /// use toolcrib::provider::Provider;
    /// use toolcrib::{Output, Registry};
    ///
    /// let schema = r#"{"properties": {"$top": {"type": "integer"}}}"#;
    /// let source = DynamicSource::from_tools("mail", [ForeignTool::new("list", "List.", schema)])?
    ///     .handler(handler_fn(|_, _| Box::pin(async { Ok(Output::empty()) })));
    /// let surface = Registry::builder().build()?.surface().source(source);
    /// let surface = surface.provider(Provider::Anthropic).build()?;
    /// assert_eq!(
    ///     surface.left_out()[0].to_string(),
    ///     "source `mail`: tool `list` is left out: it has the property `$top`, and Anthropic takes only \
    ///      keys of 1 to 64 characters of `a-zA-Z0-9_.-` (rename the property)",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`DynamicSource::refused`]: crate::dynamic::DynamicSource::refused
    #[must_use]
    pub fn left_out(&self) -> &[LeftOut] {
        &self.inner.left_out
    }
}

impl Decided {
    /// Leaves out the dynamic tools over which the provider would refuse the whole request, and returns
    /// what is wrong with the native ones: those are their author's to mend.
    pub(super) fn leave_out_refused(&mut self) -> Vec<SurfaceProblem> {
        let (mut problems, mut left_out) = (Vec::new(), Vec::new());
        for (native, findings) in self.refused() {
            match native {
                None => {
                    problems.extend(findings.into_iter().map(|finding| SurfaceProblem::Refused {
                        provider: self.provider,
                        finding,
                    }));
                }
                Some(at) => left_out.push((at, findings)),
            }
        }
        for (at, findings) in left_out {
            let tool = &self.tail.tools()[at];
            let said = findings.first().map_or("", |finding| &finding.problem);
            let who = self.provider.who();
            let reason = format!("{who} does not take its definition: it {said}");
            self.denied_tail[at] = Some(printable(&reason, MAX_REASON).into());
            self.left_out.push(LeftOut {
                source: tool.source().to_owned(),
                name: tool.name().to_owned(),
                why: WhyLeftOut::Refused(findings),
            });
        }
        self.left_out
            .sort_by(|one, other| (&one.source, &one.name).cmp(&(&other.source, &other.name)));
        problems
    }

    /// The tools that would be refused, with the errors of each; of a dynamic one, its place in the tail.
    fn refused(&self) -> Vec<(Option<usize>, Vec<Finding>)> {
        let may_be = |one: &Visible<'_>| self.provider.may_refuse(one.schema);
        if !self.visible(&[]).iter().flatten().any(may_be) {
            return Vec::new();
        }
        let origins = self.origins();
        let [listed, deferred] = self.visible(&origins);
        // What the bridge finds is sent as text.
        let sent_later = self.strategy != Some(Strategy::Bridge);
        let all = listed.into_iter().chain(deferred.into_iter().filter(|_| sent_later));
        let errors = |one: &Visible<'_>| {
            let findings = self.provider.lint(&[one.spec.deferred(false)], &self.asked);
            let errors = findings.into_iter().filter(|one| one.severity == Severity::Error);
            errors.collect::<Vec<_>>()
        };
        let refused = all.filter(may_be).map(|one| {
            let place = one.source.and_then(|_| self.tail.place(one.definition.name()));
            (place, errors(&one))
        });
        refused.filter(|(_, errors)| !errors.is_empty()).collect()
    }

    /// What a lint says of the tools that were left out: no error, since they are not sent.
    pub(super) fn lint_left_out(&self) -> Vec<Finding> {
        let findings = self.left_out.iter().flat_map(|one| match &one.why {
            WhyLeftOut::Refused(findings) => findings,
        });
        let as_warning = |finding: &Finding| Finding {
            severity: Severity::Warning,
            problem: format!("is left out: it {}", finding.problem),
            ..finding.clone()
        };
        findings.map(as_warning).collect()
    }
}
