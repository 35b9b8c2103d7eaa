//! Skills of agents.
