#!/usr/bin/env python3
"""Makes the figures that crates/sotto-ldp/tests/evidence/peer_estimates.rs holds ours against: noisy
reports with a fixed seed, and what pure-ldp and multi-freq-ldpy estimate from them. Run once, with the
Python that scripts/compare-peers sets up, from the project's folder:

    target/peers/python/bin/python benches/peers/estimates.py > crates/sotto-ldp/tests/evidence/peer_estimates.json

Reports stand there as sums, the number of reports that support each value, which is all that these
estimators read; Hadamard's as the reports of each column, summation's as the sum of each component."""
import json
import warnings

warnings.filterwarnings("ignore")

import numpy as np  # noqa: E402
import pure_ldp.frequency_oracles as pure  # noqa: E402
from multi_freq_ldpy.pure_frequency_oracles import GRR, HE, SS, UE  # noqa: E402

K, PEOPLE = 8, 400
generator = np.random.default_rng(20261121)
values = generator.choice(K, size=PEOPLE, p=np.arange(K, 0, -1) / 36)
index = {"index_mapper": lambda value: value}


def one_hot(supported):
    row = np.zeros(K)
    row[supported] = 1
    return row


def reports_of(mechanism, epsilon):
    """Noisy reports as lists of supported values, drawn here and by no peer."""
    e = np.exp(epsilon)
    reports = []
    for value in values:
        others = [v for v in range(K) if v != value]
        if mechanism == "direct-encoding":
            told = value if generator.random() < e / (e + K - 1) else generator.choice(others)
            reports.append([int(told)])
        elif mechanism == "subset-selection":
            w = int(max(1, np.rint(K / (e + 1))))
            inside = generator.random() < w * e / (w * e + K - w)
            rest = generator.choice(others, size=w - 1 if inside else w, replace=False)
            reports.append(sorted([int(v) for v in rest] + ([int(value)] if inside else [])))
        else:
            if mechanism == "optimized-unary-encoding":
                p, q = 0.5, 1 / (e + 1)
            else:
                p = np.sqrt(e) / (np.sqrt(e) + 1)
                q = 1 - p
            reports.append([v for v in range(K) if generator.random() < (p if v == value else q)])
    return reports


def pure_estimate(mechanism, epsilon, reports):
    if mechanism == "direct-encoding":
        server, rows = pure.DEServer(epsilon, K, **index), [r[0] for r in reports]
    elif mechanism in ("symmetric-unary-encoding", "optimized-unary-encoding"):
        oue = mechanism.startswith("optimized")
        server, rows = pure.UEServer(epsilon, K, use_oue=oue, **index), [one_hot(r) for r in reports]
    else:
        return None
    server.aggregate_all(rows)
    return [float(x) for x in server.estimate_all(range(K), suppress_warnings=True) / PEOPLE]


def multi_estimate(mechanism, epsilon, reports):
    rows = [one_hot(r) for r in reports]
    if mechanism == "direct-encoding":
        found = GRR.GRR_Aggregator_MI([r[0] for r in reports], K, epsilon)
    elif mechanism == "subset-selection":
        found = SS.SS_Aggregator_MI(reports, K, epsilon)
    elif mechanism in ("symmetric-unary-encoding", "optimized-unary-encoding"):
        found = UE.UE_Aggregator_MI(rows, epsilon, mechanism.startswith("optimized"))
    else:
        return None
    return [float(x) for x in found]


def columns_case(epsilon):
    """Hadamard response: columns of the 16 by 16 matrix, drawn here, estimated by pure-ldp."""
    server = pure.HadamardResponseServer(epsilon, K, **index)
    e = np.exp(epsilon)
    columns = []
    for value in values:
        row, column = int(value) + 1, int(generator.integers(16))
        negative = bin(row & column).count("1") % 2 == 1
        if negative != (generator.random() >= e / (e + 1)):
            column ^= row & -row
        columns.append(column)
    server.aggregate_all(columns)
    found = server.estimate_all(range(K), suppress_warnings=True) / PEOPLE
    return {"mechanism": "hadamard-response", "epsilon": epsilon,
            "sums": [columns.count(c) for c in range(16)],
            "pure-ldp": [float(x) for x in found], "multi-freq-ldpy": None}


def noise_case(epsilon):
    """Summation: components in steps of 1/256, estimated by both; thresholding: by both."""
    noise = generator.laplace(scale=2 / epsilon, size=(PEOPLE, K))
    rows = np.eye(K)[values] + np.round(noise * 256) / 256
    server = pure.HEServer(epsilon, K, **index)
    server.aggregate_all(list(rows.copy()))
    found = server.estimate_all(range(K), suppress_warnings=True) / PEOPLE
    multi = HE.HE_Aggregator_MI(list(rows), K, epsilon, False)
    return {"mechanism": "summation-histogram-encoding", "epsilon": epsilon,
            "components": [int(x) for x in np.round(rows.sum(axis=0) * 256)],
            "pure-ldp": [float(x) for x in found], "multi-freq-ldpy": [float(x) for x in multi]}


def main():
    cases = []
    for epsilon in (0.5, 1.0, 2.0):
        for mechanism in ("direct-encoding", "symmetric-unary-encoding", "optimized-unary-encoding",
                          "subset-selection"):
            reports = reports_of(mechanism, epsilon)
            cases.append({"mechanism": mechanism, "epsilon": epsilon,
                          "sums": [sum(v in r for r in reports) for v in range(K)],
                          "pure-ldp": pure_estimate(mechanism, epsilon, reports),
                          "multi-freq-ldpy": multi_estimate(mechanism, epsilon, reports)})
    for epsilon in (0.5, 1.0):
        cases.append(columns_case(epsilon))
        cases.append(noise_case(epsilon))
    # One case a line.
    lines = ",\n    ".join(json.dumps(case) for case in cases)
    print(f'{{\n  "people": {PEOPLE},\n  "cases": [\n    {lines}\n  ]\n}}')


main()
