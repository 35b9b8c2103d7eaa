//! The program `toolcrib`, run as people and scripts run it.

#[path = "cli/doctor.rs"]
mod doctor;
#[cfg(unix)]
#[path = "cli/examples.rs"]
mod examples;
#[path = "cli/help.rs"]
mod help;
#[path = "cli/hostile.rs"]
mod hostile;
#[path = "cli/misuse.rs"]
mod misuse;
#[path = "cli/place.rs"]
mod place;
#[path = "cli/plugins.rs"]
mod plugins;
#[path = "cli/serve.rs"]
mod serve;
#[path = "cli/skills.rs"]
mod skills;
#[cfg(unix)]
#[path = "cli/terminal.rs"]
mod terminal;
#[path = "cli/tools.rs"]
mod tools;
