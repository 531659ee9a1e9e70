#!/usr/bin/env python3
"""Squared error on UCI Adult, ours beside the closed form and the peers', in one run: the mean over surveys of
all 32,561 people, 20 of them unless asked. scripts/compare-accuracy sets up what this needs.

multi-freq-ldpy gives no raw estimates: its figures are those of its aggregators, which clip and renormalise,
and stand beside ours after Norm-Sub and by maximum likelihood."""
import argparse
import collections
import json
import subprocess
import warnings

warnings.filterwarnings("ignore")

import numpy as np  # noqa: E402
import pure_ldp.frequency_oracles as pure  # noqa: E402
from multi_freq_ldpy.pure_frequency_oracles import GRR, SS, UE  # noqa: E402

COLUMNS = {"age": 0, "workclass": 1, "education": 3, "marital-status": 5, "occupation": 6, "relationship": 7,
           "race": 8, "sex": 9, "hours": 12, "native-country": 13}
index = {"index_mapper": lambda value: value}
np.random.seed(1)


def pure_estimates(client, server):
    def run(values, k):
        server.reset()
        server.aggregate_all([client.privatise(v) for v in values])
        return np.array(server.estimate_all(range(k), suppress_warnings=True)) / len(values)
    return run


def raw_peers(k, e):
    """Those that are best somewhere; summation, Hadamard and local hashing are not, by their closed forms."""
    return {
        "pure-ldp GRR": pure_estimates(pure.DEClient(e, k, **index), pure.DEServer(e, k, **index)),
        "pure-ldp SUE": pure_estimates(pure.UEClient(e, k, **index), pure.UEServer(e, k, **index)),
        "pure-ldp OUE": pure_estimates(pure.UEClient(e, k, use_oue=True, **index),
                                       pure.UEServer(e, k, use_oue=True, **index)),
    }


def normalised_peers(k, e):
    return {
        "multi-freq-ldpy GRR": lambda v, k: GRR.GRR_Aggregator_MI([GRR.GRR_Client(x, k, e) for x in v], k, e),
        "multi-freq-ldpy OUE": lambda v, k: UE.UE_Aggregator_MI([UE.UE_Client(x, k, e) for x in v], e),
        "multi-freq-ldpy SS": lambda v, k: SS.SS_Aggregator_MI([SS.SS_Client(x, k, e) for x in v], k, e),
    }


def mean_of(errors):
    """The mean, and its standard error."""
    return float(np.mean(errors)), float(np.std(errors, ddof=1) / np.sqrt(len(errors)))


def told(mean):
    return f"{mean[0]:.2e} ± {mean[1]:.1e}"


def apart(ours, theirs):
    """How far ours lies above theirs, in standard errors of the difference."""
    return f"{(ours[0] - theirs[0]) / np.hypot(ours[1], theirs[1]):+.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rust", required=True)
    parser.add_argument("--data", required=True, help="UCI's adult.data")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--epsilons", default="0.5,1,2")
    parser.add_argument("--columns", default="education,native-country,age,occupation,race",
                        help="of " + ", ".join(COLUMNS))
    options = parser.parse_args()
    ours = subprocess.Popen([options.rust], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    rows = [line.strip().split(", ") for line in open(options.data, encoding="utf-8") if line.strip()]
    print("| attribute, k, ε | ours by `auto`, raw | closed form | from it | best raw peer | from it | ours, Norm-Sub "
          "| ours, likeliest | best renormalised peer | from the better |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for name in options.columns.split(","):
        column = collections.Counter(row[COLUMNS[name]] for row in rows)
        people = [column[value] for value in sorted(column)]
        values = [v for v, count in enumerate(people) for _ in range(count)]
        truth, k = np.array(people) / len(values), len(people)
        for epsilon in options.epsilons.split(","):
            words = ["accuracy", "auto", epsilon, options.runs, *people]
            print(*words, file=ours.stdin, flush=True)
            answer = json.loads(ours.stdout.readline())

            def error(run):
                return mean_of([np.mean((np.asarray(run(values, k)) - truth) ** 2)
                                for _ in range(options.runs)])
            raw = {peer: error(run) for peer, run in raw_peers(k, float(epsilon)).items()}
            other = {peer: error(run) for peer, run in normalised_peers(k, float(epsilon)).items()}
            best, mild = min(raw, key=raw.get), min(other, key=other.get)
            ours_raw, shown, likeliest = (mean_of(answer[way]) for way in ("raw", "norm_sub", "likeliest"))
            print(f"| {name} {k}, {epsilon} | {answer['mechanism']} {told(ours_raw)} | {answer['expected']:.2e} "
                  f"| {apart(ours_raw, (answer['expected'], 0))} | {best} {told(raw[best])} | {apart(ours_raw, raw[best])} "
                  f"| {told(shown)} | {told(likeliest)} | {mild} {told(other[mild])} "
                  f"| {apart(min(shown, likeliest), other[mild])} |", flush=True)


main()
