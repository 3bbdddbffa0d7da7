//! The description of the machine that figures were measured on.

use bramah::backend::Features;

/// The machine on which figures were measured.
pub(super) struct Machine {
    /// The name that the CPU reports, if the system makes it available; else its architecture.
    pub(super) cpu: String,
    pub(super) architecture: &'static str,
    /// The features that decide which backends the CPU runs.
    pub(super) features: Vec<&'static str>,
}

impl Machine {
    /// Returns the description of this machine.
    pub(super) fn this() -> Self {
        let architecture = std::env::consts::ARCH;
        let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        Self {
            cpu: cpu(&cpuinfo).unwrap_or_else(|| architecture.to_string()),
            architecture,
            features: Features::detect().names().collect(),
        }
    }
}

/// Returns the name, family and model of the first CPU in the text of Linux's `/proc/cpuinfo`. Several designs may
/// share a name; family and model distinguish them.
fn cpu(cpuinfo: &str) -> Option<String> {
    let field = |name: &str| {
        let mut fields = cpuinfo.lines().filter_map(|line| line.split_once(':'));
        let (_, value) = fields.find(|(field, _)| field.trim() == name)?;
        // removes characters that could control a terminal or break a line
        let value: String = value.chars().filter(|c| !c.is_control()).collect();
        Some(value.trim().to_string()).filter(|value| !value.is_empty())
    };
    let name = field("model name")?;
    match (field("cpu family"), field("model")) {
        (Some(family), Some(model)) => Some(format!("{name}, family {family}, model {model}")),
        _ => Some(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpus_are_named_as_the_system_names_them() {
        let x86 = "processor\t: 0\nvendor_id\t: A\ncpu family\t: 25\nmodel\t\t: 1\nmodel name\t: AMD EPYC\n\n\
                   processor\t: 1\nmodel name\t: other\n";
        assert_eq!(cpu(x86).as_deref(), Some("AMD EPYC, family 25, model 1"));
        assert_eq!(cpu("model name : ARMv7\x1b[2J\nFeatures : neon\n").as_deref(), Some("ARMv7[2J"));
        assert_eq!(cpu("processor : 0\nCPU implementer : 0x41\n"), None);
        assert_eq!(cpu("model name :\n"), None);
        assert_eq!(cpu(""), None);
    }
}
