#!/usr/bin/env python3
"""Ours beside the peers, in one run: client and collector time per report of every mechanism at
k = 16, 128 and 1,024 and epsilon = 1. scripts/compare-peers sets up what this needs.

Who is measured takes turns, round by round, so that what else the machine does falls on all alike.
Of each, the median over the rounds is told, of processor time (and of the clock's in the JSON)."""
import argparse
import json
import statistics
import subprocess
import sys

MECHANISMS = [
    # mechanism, short name, its peers
    ("randomized-response", "rr", ["opendp"]),
    ("direct-encoding", "grr", ["opendp", "pure-ldp", "multi-freq-ldpy"]),
    ("symmetric-unary-encoding", "sue", ["opendp", "pure-ldp", "multi-freq-ldpy"]),
    ("optimized-unary-encoding", "oue", ["pure-ldp", "multi-freq-ldpy"]),
    ("summation-histogram-encoding", "she", ["pure-ldp", "multi-freq-ldpy"]),
    ("thresholding-histogram-encoding", "the", ["pure-ldp", "multi-freq-ldpy"]),
    ("optimized-local-hashing", "olh", ["pure-ldp", "pure-ldp-flh", "multi-freq-ldpy"]),
    ("hadamard-response", "hr", ["pure-ldp", "pure-ldp-hm"]),
    ("subset-selection", "ss", ["multi-freq-ldpy"]),
    ("projective-geometry-response", "pgr", []),
    ("count-mean-sketch", "cms", ["pure-ldp"]),
    ("hadamard-count-mean-sketch", "hcms", ["pure-ldp"]),
    ("bloom-filter-encoding", "bloom", ["pure-ldp"]),
]
OURS = ["sotto", "sotto-any"]
RUST = {"sotto", "sotto-any", "opendp"}

# How many times faster than the fastest peer; of these peers only, where they are named.
CLIENT_TARGETS = {"grr": (2, ["opendp"]), "sue": (20, ["opendp"]), "ss": (20, None), "olh": (20, None), "hr": (20, None)}
COLLECTOR_TARGET = 10


class Worker:
    """A program that answers a line with a line."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *words):
        print(*words, file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            sys.exit("A worker ended before it answered.")
        return json.loads(line)


def measure(options):
    rust, python = Worker([options.rust]), Worker([options.python, options.python_peers])
    rows = []
    for name, short, peers in MECHANISMS:
        if options.only and short not in options.only:
            continue
        for k in [2] if short == "rr" else options.sizes:
            for side in ("client", "collector"):
                times = {who: [] for who in OURS + peers}
                for _ in range(options.rounds):
                    for who, found in times.items():
                        answer = (rust if who in RUST else python).ask(who, name, k, side)
                        if "error" not in answer:
                            found.append((answer["cpu"], answer["wall"]))
                medians = {who: {"cpu": statistics.median(t[0] for t in found),
                                 "wall": statistics.median(t[1] for t in found)}
                           for who, found in times.items() if found}
                row = {"mechanism": name, "short": short, "k": k, "side": side, "micros": medians}
                rows.append(row)
                print(line_of(row), flush=True)
    bandwidth = [rust.ask("bandwidth") for _ in range(options.rounds)]
    return rows, {which: statistics.median(b[which] for b in bandwidth) for which in ("read", "counted")}


def verdict(row):
    """Ours, through the mechanism's name, against the peer that the target speaks of."""
    micros = {who: times["cpu"] for who, times in row["micros"].items()}
    if row["side"] == "client":
        target, named = CLIENT_TARGETS.get(row["short"], (None, None))
    else:
        target, named = COLLECTOR_TARGET, None
    peers = {who: t for who, t in micros.items() if who not in OURS and (not named or who in named)}
    if not peers:
        return None
    fastest = min(peers, key=peers.get)
    ratios = [peers[fastest] / micros[who] for who in OURS if who in micros]
    return {"peer": fastest, "micros": peers[fastest], "ratios": ratios, "target": target,
            "met": None if target is None else min(ratios) >= target}


def line_of(row):
    micros = row["micros"]
    ours = " | ".join(f"{micros[who]['cpu']:.4f}" if who in micros else "" for who in OURS)
    found = verdict(row)
    if not found:
        return f"| {row['short']} | {row['k']} | {row['side']} | {ours} | | | | |"
    ratios = " / ".join(f"{ratio:.1f}" for ratio in found["ratios"])
    target = f"≥ {found['target']}" if found["target"] else ""
    met = {True: "yes", False: "**no**", None: ""}[found["met"]]
    return (f"| {row['short']} | {row['k']} | {row['side']} | {ours} | {found['peer']} {found['micros']:.3f} "
            f"| {ratios} | {target} | {met} |")


HEADER = ("| mechanism | k | side | ours, typed | ours, by name | fastest peer | times faster | target | met |\n"
          "|---|---|---|---|---|---|---|---|---|")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rust", required=True, help="the built program of benches/peers/rust")
    parser.add_argument("--python", required=True, help="the Python that has the peers")
    parser.add_argument("--python-peers", required=True, help="python_peers.py")
    parser.add_argument("--sizes", type=lambda text: [int(k) for k in text.split(",")], default=[16, 128, 1024])
    parser.add_argument("--only", type=lambda text: text.split(","), help="short names, such as grr,oue")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--out", help="a file for all figures, as JSON")
    options = parser.parse_args()
    print("Microseconds of processor time per report, medians; epsilon = 1.\n")
    print(HEADER)
    rows, bandwidth = measure(options)
    share = bandwidth["counted"] / bandwidth["read"]
    print(f"\nUnary reports of 1,024 values, side by side, are counted at {bandwidth['counted']:.1f} GB/s; "
          f"one thread reads memory at {bandwidth['read']:.1f} GB/s: {share:.0%}.")
    missed = [row for row in rows if (verdict(row) or {}).get("met") is False]
    print(f"{len(missed)} targets missed: "
          + (", ".join(f"{row['short']} {row['k']} {row['side']}" for row in missed) or "none") + ".")
    if options.out:
        with open(options.out, "w", encoding="utf-8") as file:
            json.dump({"rows": rows, "bandwidth": bandwidth}, file, indent=1)


main()
