//! Every setting of `sotto serve`, once: its flag, its environment variable, its key in the file
//! and its words come from this table.

/// A setting. Its flag is `--NAME`, its variable `SOTTO_NAME`, its key in the file `NAME`.
#[derive(Debug)]
pub struct Setting {
    /// In lower case, words joined by hyphens.
    pub name: &'static str,
    /// What stands for the value in the help.
    pub value: &'static str,
    /// As text; empty for "none".
    pub default: &'static str,
    /// One sentence without a full stop.
    pub help: &'static str,
}

/// All settings, in the order in which they are explained.
pub const SETTINGS: &[Setting] = &[
    Setting {
        name: "listen",
        value: "ADDRESS",
        default: "127.0.0.1:8080",
        help: "Address and port to listen on; port 0 takes any free one",
    },
    Setting {
        name: "database",
        value: "URL",
        default: "sqlite:data/sotto.sqlite",
        help: "sqlite:FILE, created if missing, or postgres://…; DATABASE_URL is read as well",
    },
    Setting {
        name: "site",
        value: "DIR",
        default: "",
        help: "The folder of the built site",
    },
    Setting {
        name: "samples",
        value: "BOOL",
        default: "true",
        help: "Give a fresh database the sample survey \"census\"",
    },
    Setting {
        name: "tls-certificate",
        value: "FILE",
        default: "",
        help: "PEM file of the certificate and its chain; the collector then speaks TLS itself",
    },
    Setting {
        name: "tls-key",
        value: "FILE",
        default: "",
        help: "PEM file of the certificate's private key",
    },
    Setting {
        name: "trusted-proxies",
        value: "NETWORKS",
        default: "",
        help: "Proxies whose \"x-forwarded-for\" is believed: addresses or networks, separated by commas",
    },
    Setting {
        name: "metrics-listen",
        value: "ADDRESS",
        default: "",
        help: "A separate address and port for /metrics, or \"off\"; by default it is served beside the API",
    },
    Setting {
        name: "forget-order-hours",
        value: "N",
        default: "24",
        help: "How often to rewrite rows, so that their order does not tell who came when; 0: never",
    },
    Setting {
        name: "allow-private-webhooks",
        value: "BOOL",
        default: "false",
        help: "Let webhooks reach private networks and this machine",
    },
    Setting {
        name: "connections",
        value: "N",
        default: "8192",
        help: "Connections open at once; others wait",
    },
    Setting {
        name: "connections-per-address",
        value: "N",
        default: "2048",
        help: "Connections open at once from one address; others are closed",
    },
    Setting {
        name: "header-timeout",
        value: "SECONDS",
        default: "30",
        help: "Time for a request's headers, and between requests",
    },
    Setting {
        name: "body-timeout",
        value: "SECONDS",
        default: "30",
        help: "Time for a request's body",
    },
    Setting {
        name: "write-timeout",
        value: "SECONDS",
        default: "30",
        help: "Time that a response may wait for its reader",
    },
    Setting {
        name: "drain-timeout",
        value: "SECONDS",
        default: "10",
        help: "Time for requests under way after the signal to stop",
    },
    Setting {
        name: "requests-per-second",
        value: "N",
        default: "100",
        help: "Requests to the API per second from one address; 0: no limit",
    },
    Setting {
        name: "requests-burst",
        value: "N",
        default: "2000",
        help: "Requests at once from one address before that limit applies",
    },
    Setting {
        name: "wrong-codes-per-minute",
        value: "N",
        default: "20",
        help: "Wrong class codes, invites and tokens per minute from one address; 0: no limit",
    },
    Setting {
        name: "wrong-codes-burst",
        value: "N",
        default: "60",
        help: "Wrong ones at once from one address before that limit applies",
    },
];

impl Setting {
    /// The environment variable's name.
    pub fn variable(&self) -> String {
        format!("SOTTO_{}", self.name.to_ascii_uppercase().replace('-', "_"))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_unique_and_well_formed() {
        let names: BTreeSet<_> = SETTINGS.iter().map(|setting| setting.name).collect();
        assert_eq!(names.len(), SETTINGS.len());
        for setting in SETTINGS {
            let fits = |c: char| c.is_ascii_lowercase() || c == '-';
            assert!(setting.name.chars().all(fits), "{}", setting.name);
            assert!(!setting.help.ends_with('.'), "{}", setting.name);
        }
        assert_eq!(SETTINGS[4].variable(), "SOTTO_TLS_CERTIFICATE");
    }

    #[test]
    fn the_manual_names_them_all() {
        let manual = include_str!("../../../../docs/operating.md");
        for setting in SETTINGS {
            let default = match setting.default {
                "" => "none".to_owned(),
                default => format!("`{default}`"),
            };
            let row = format!("| `{}` | {default} | {} |", setting.name, setting.help);
            assert!(manual.contains(&row), "missing in docs/operating.md: {row}");
        }
    }
}
