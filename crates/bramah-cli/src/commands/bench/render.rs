//! Figures as a table, as JSON and as comma-separated values.

use super::{machine::Machine, work::Work};
use serde_json::json;

/// The form of the output.
#[derive(Clone, Copy)]
pub(super) enum Format {
    /// A table; the column of names has this many characters.
    Table(usize),
    Json,
    Csv,
}

/// A row of the table: the speed of one backend at one kind of work.
pub(super) struct Row {
    pub(super) algorithm: String,
    pub(super) work: Work,
    pub(super) backend: &'static str,
    /// Whether the backend is the default one.
    pub(super) in_use: bool,
    /// The seconds that the work takes.
    pub(super) seconds: f64,
    /// The seconds of the fastest backend at this work; if this backend is constant-time, the seconds of the fastest
    /// constant-time backend.
    pub(super) best: f64,
    /// The frequency of the core in hertz.
    pub(super) hertz: f64,
}

impl Row {
    pub(super) fn bytes_per_second(&self) -> f64 {
        self.work.bytes() as f64 / self.seconds
    }
    fn cycles_per_byte(&self) -> f64 {
        self.seconds * self.hertz / self.work.bytes() as f64
    }
    fn nanoseconds_per_message(&self) -> f64 {
        self.seconds * 1e9 / self.work.messages() as f64
    }
    /// Returns the speed as a fraction of the speed of the fastest backend.
    pub(super) fn of_best(&self) -> f64 {
        self.best / self.seconds
    }
    /// Returns whether the backend is in use and more than 3 % slower than another.
    pub(super) fn is_behind(&self) -> bool {
        self.in_use && self.of_best() < 0.97
    }
    /// Returns the number of messages and their size as the table shows them.
    pub(super) fn messages(&self) -> String {
        let (count, size) = (self.work.messages(), self.work.size());
        if self.work.is_many() { format!("{count} x {size}") } else { size.to_string() }
    }
    fn mode(&self) -> &'static str {
        if self.work.is_many() { "many" } else { "one" }
    }
}

/// Whether checks slow down this build.
const SLOW: bool = cfg!(debug_assertions);

/// The columns of comma-separated values: the same columns as in JSON, and the CPU.
const COLUMNS: &str = "algorithm,mode,messages,message_bytes,backend,in_use,bytes_per_second,\
                       cycles_per_byte,ns_per_message,clock_hz,of_best,cpu\n";

impl Format {
    /// Returns the text before the figures.
    pub(super) fn head(self, machine: &Machine, hertz: f64, milliseconds: u64, messages: bool) -> String {
        let Machine { cpu, architecture, features } = machine;
        match self {
            Self::Table(width) => {
                let features = if features.is_empty() { "none".into() } else { features.join(" ") };
                let ghz = hertz / 1e9;
                let build =
                    if SLOW { "build     with debug assertions: slower than a release build\n" } else { "" };
                let columns = match messages {
                    true => format!(
                        "\n{:<width$} {:>11}  {:<16} {:>10} {:>12} {:>12}\n",
                        "ALGORITHM", "MESSAGES", "BACKEND", "MB/S", "CYCLES/BYTE", "NS/MESSAGE"
                    ),
                    false => String::new(),
                };
                format!(
                    "cpu       {cpu} ({architecture})\nfeatures  {features}\nclock     {ghz:.2} GHz, measured with a \
                     chain of one-cycle operations, again for each row\ntime      {milliseconds} ms for each figure; \
                     the backends take turns, and the best turn counts\n*         the backend in use; its share of \
                     the fastest speed is shown if it is more than 3 % slower\n{build}{columns}",
                )
            }
            Self::Json => line(&json!({
                "cpu": cpu,
                "architecture": architecture,
                "features": features,
                "clock_hz": hertz,
                "milliseconds": milliseconds,
                "debug_assertions": SLOW,
            })),
            Self::Csv => COLUMNS.into(),
        }
    }

    /// Returns the line of a figure.
    pub(super) fn row(self, row: &Row, machine: &Machine) -> String {
        let Row { algorithm, work, backend, in_use, hertz, .. } = row;
        let (messages, size) = (work.messages(), work.size());
        let (speed, cycles) = (row.bytes_per_second(), row.cycles_per_byte());
        let nanoseconds = row.nanoseconds_per_message();
        match self {
            Self::Table(width) => {
                let messages = row.messages();
                let backend = if *in_use { format!("{backend} *") } else { backend.to_string() };
                let behind = match row.is_behind() {
                    true => format!("  {:.2} of the fastest", row.of_best()),
                    false => String::new(),
                };
                let speed = speed / 1e6;
                format!(
                    "{algorithm:<width$} {messages:>11}  {backend:<16} {speed:>10.1} {cycles:>12.2} {nanoseconds:>12.1}{behind}\n"
                )
            }
            Self::Json => line(&json!({
                "algorithm": algorithm,
                "mode": row.mode(),
                "messages": messages,
                "message_bytes": size.bytes(),
                "backend": backend,
                "in_use": in_use,
                "bytes_per_second": speed,
                "cycles_per_byte": cycles,
                "ns_per_message": nanoseconds,
                "clock_hz": hertz,
                "of_best": row.of_best(),
            })),
            Self::Csv => format!(
                "{algorithm},{},{messages},{},{backend},{in_use},{speed:.0},{cycles:.4},{nanoseconds:.2},{hertz:.0},{:.4},\"{}\"\n",
                row.mode(),
                size.bytes(),
                row.of_best(),
                machine.cpu.replace('"', "\"\"")
            ),
        }
    }

    /// Returns the line of a backend that was not measured; only JSON has one.
    pub(super) fn failed(self, algorithm: &str, backend: &str, reason: &str) -> String {
        match self {
            Self::Json => line(&json!({ "algorithm": algorithm, "backend": backend, "failed": reason })),
            Self::Table(_) | Self::Csv => String::new(),
        }
    }
}

pub(super) fn line(value: &serde_json::Value) -> String {
    format!("{value}\n")
}

#[cfg(test)]
mod tests {
    use super::{super::size, *};

    #[test]
    fn figures_are_what_they_are_said_to_be() {
        let work = Work::many(size::many("1k").unwrap());
        let row = Row {
            algorithm: "md5".into(),
            work,
            backend: "avx2",
            in_use: true,
            seconds: 64e-6,
            best: 60.8e-6,
            hertz: 3.072e9,
        };
        let machine = Machine { cpu: "\"A\", B".into(), architecture: "x", features: vec![] };
        assert_eq!(
            Format::Csv.row(&row, &machine),
            "md5,many,64,1024,avx2,true,1024000000,3.0000,1000.00,3072000000,0.9500,\"\"\"A\"\", B\"\n"
        );
        assert_eq!(
            Format::Table(12).row(&row, &machine),
            "md5              64 x 1k  avx2 *               1024.0         3.00       1000.0  0.95 of the fastest\n"
        );
        let json: serde_json::Value = serde_json::from_str(&Format::Json.row(&row, &machine)).unwrap();
        assert_eq!(json["ns_per_message"].as_f64().map(f64::round), Some(1000.0));
        let head = Format::Csv.head(&machine, 1.0, 1, true);
        let columns: Vec<&str> = head.trim_end().split(',').collect();
        assert_eq!(columns.len(), json.as_object().unwrap().len() + 1);
        assert!(columns.iter().all(|column| *column == "cpu" || json.get(column).is_some()));
    }
}
