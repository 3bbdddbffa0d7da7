//! The names of types, which the C data interface writes as a letter or two.

/// Returns the name of a type as pyarrow prints it, such as `int64` for `l`.
pub fn type_name(format: &str) -> String {
    const NAMES: [(&str, &str); 43] = [
        ("n", "null"),
        ("b", "bool"),
        ("c", "int8"),
        ("C", "uint8"),
        ("s", "int16"),
        ("S", "uint16"),
        ("i", "int32"),
        ("I", "uint32"),
        ("l", "int64"),
        ("L", "uint64"),
        ("e", "halffloat"),
        ("f", "float"),
        ("g", "double"),
        ("z", "binary"),
        ("Z", "large_binary"),
        ("vz", "binary_view"),
        ("u", "string"),
        ("U", "large_string"),
        ("vu", "string_view"),
        ("tdD", "date32[day]"),
        ("tdm", "date64[ms]"),
        ("tts", "time32[s]"),
        ("ttm", "time32[ms]"),
        ("ttu", "time64[us]"),
        ("ttn", "time64[ns]"),
        ("tDs", "duration[s]"),
        ("tDm", "duration[ms]"),
        ("tDu", "duration[us]"),
        ("tDn", "duration[ns]"),
        ("tiM", "month_interval"),
        ("tiD", "day_time_interval"),
        ("tin", "month_day_nano_interval"),
        ("+l", "list"),
        ("+L", "large_list"),
        ("+vl", "list_view"),
        ("+vL", "large_list_view"),
        ("+s", "struct"),
        ("+m", "map"),
        ("+r", "run_end_encoded"),
        ("tss:", "timestamp[s]"),
        ("tsm:", "timestamp[ms]"),
        ("tsu:", "timestamp[us]"),
        ("tsn:", "timestamp[ns]"),
    ];
    if let Some((_, name)) = NAMES.iter().find(|(known, _)| *known == format) {
        return (*name).into();
    }
    let Some((kind, rest)) = format.split_once(':') else {
        return format!("the unknown Arrow type {format:?}");
    };
    let parts: Vec<&str> = rest.split(',').collect();
    match (kind, &parts[..]) {
        ("w", _) => format!("fixed_size_binary[{rest}]"),
        ("+w", _) => format!("fixed_size_list[{rest}]"),
        ("d", [digits, scale]) => format!("decimal128({digits}, {scale})"),
        ("d", [digits, scale, bits]) => format!("decimal{bits}({digits}, {scale})"),
        ("tss", _) => format!("timestamp[s, tz={rest}]"),
        ("tsm", _) => format!("timestamp[ms, tz={rest}]"),
        ("tsu", _) => format!("timestamp[us, tz={rest}]"),
        ("tsn", _) => format!("timestamp[ns, tz={rest}]"),
        ("+ud", _) => "dense_union".into(),
        ("+us", _) => "sparse_union".into(),
        _ => format!("the unknown Arrow type {format:?}"),
    }
}
