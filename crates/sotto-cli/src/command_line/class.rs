//! `sotto class`: the collector for a class in one room.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket},
    process::ExitCode,
};

use clap::Args;
use qrcode::{QrCode, render::unicode::Dense1x2};
use sotto_collector::{Collector, ServeOptions};
use sotto_log as log;

use super::serve::{Serve, tell_setup_token};

/// Serve a class: as `serve`, and say where the teacher and the phones begin
///
/// With --lan no internet is needed: phones in the same network reach this machine by the address and the QR code that
/// are printed. Nothing else is: a class that sees this screen learns no secret from it.
#[derive(Debug, Args)]
pub(super) struct ClassArgs {
    /// Let the phones of this network in: listen on every address of this machine
    #[arg(long)]
    lan: bool,
    /// Print the setup token for the first operator, too: never while a class can see this screen
    #[arg(long)]
    tell_setup_token: bool,
    #[command(flatten)]
    serve: Serve,
}

impl ClassArgs {
    pub(super) fn run(self) -> ExitCode {
        let Self {
            lan,
            tell_setup_token: tells,
            serve,
        } = self;
        let listen = move |options: &mut ServeOptions| {
            if lan {
                let port = options
                    .listen
                    .rsplit_once(':')
                    .map_or("8000", |(_, port)| port);
                options.listen = format!("{}:{port}", Ipv4Addr::UNSPECIFIED);
            }
        };
        serve.run_as(listen, move |collector, options| {
            say(collector, lan);
            if tells {
                tell_setup_token(collector, options);
            }
        })
    }
}

fn say(collector: &Collector, lan: bool) {
    let port = collector.address().port();
    let Some(address) = lan.then(address_in_network).flatten() else {
        log::say(format_args!("For the teacher: {}present/", collector.url()));
        if lan {
            log::say(
                "This machine is in no network, so no phone can reach it: join one, or open a hotspot, and start again.",
            );
        }
        return;
    };
    let base = format!("http://{}/", SocketAddr::new(address, port));
    log::say(format_args!(
        "For the teacher: {base}present/\nFor the phones in this network: {base}class/"
    ));
    if let Ok(code) = QrCode::new(format!("{base}class/")) {
        log::say(code.render::<Dense1x2>().build());
    }
    log::say(
        "If phones cannot open it, the network keeps them apart: let them join a hotspot of this machine, or ask without phones (classroom/).",
    );
}

/// The address by which others in the network know this machine. Nothing is sent: a socket for datagrams only looks up
/// which of its addresses the way to the outside begins with (192.0.2.1 is nobody's, RFC 5737).
fn address_in_network() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}
