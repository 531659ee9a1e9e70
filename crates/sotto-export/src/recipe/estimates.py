#!/usr/bin/env python3
"""Makes the estimates and standard errors of a survey again, from its noisy counts.

    python3 THIS-FILE [CHANNELS.json] > estimates.csv

It needs nothing but Python 3. The counts and the probabilities of the perturbation
are read from CHANNELS.json, which `sotto export --format channels` writes.

A report supports the true category with probability p and any other with
probability q. Of n reports c support a category:

    estimate        f = (c/n - q) / (p - q), unbiased: it may lie below 0 or above 1
    standard error  where the noise alone is random ("noise"):
                        Var = q(1 - q)/(n(p - q)^2) + f(1 - p - q)/(n(p - q))
                    where it is random, too, who reported ("noise-and-sample"):
                        s = q + f(p - q),  Var = s(1 - s)/(n(p - q)^2)
                    and in both, for sketches, collisions * (1 - f)^2 more,
                    with f cut at 0 and 1.

Standard output gets a table. Standard error gets the greatest difference to the
figures in CHANNELS.json; the exit code is 1 if it is more than a rounding error.
"""

import csv
import json
import math
import os
import sys

CHANNELS = "@CHANNELS@"


def estimate(count, reports, channel, category):
    """The share of a category, and its standard error."""
    p, q = category["of_truth"], category["of_other"]
    gap = p - q
    share = (count / reports - q) / gap
    cut = min(max(share, 0.0), 1.0)
    if channel["random"] == "noise":
        variance = q * (1 - q) / (reports * gap * gap) + cut * (1 - p - q) / (reports * gap)
    else:
        support = q + cut * gap
        variance = support * (1 - support) / (reports * gap * gap)
    variance = max(variance, 0.0) + channel["collisions"] * (1 - cut) ** 2
    return share, math.sqrt(variance)


def main(arguments):
    here = os.path.dirname(os.path.abspath(__file__))
    path = arguments[1] if len(arguments) > 1 else os.path.join(here, CHANNELS)
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["question", "part", "category", "reports", "count", "estimate", "standard_error"])
    greatest, compared, left_out = 0.0, 0, []
    for channel in document["channels"]:
        name = [channel["question"], channel.get("part", "")]
        if not channel["follows_from_supports"]:
            left_out.append("{}: {} is not estimated from supports".format(".".join(filter(None, name)), channel["mechanism"]))
            continue
        for category in channel["categories"]:
            count, reports = category["count"], channel["reports"]
            if count is None or reports == 0:
                continue
            share, error = estimate(count, reports, channel, category)
            table.writerow(name + [category["id"], reports, count, repr(share), repr(error)])
            if category["estimate"] is not None:
                compared += 1
                greatest = max(
                    greatest,
                    abs(share - category["estimate"]),
                    abs(error - category["standard_error"]),
                )
    for line in left_out:
        print(line, file=sys.stderr)
    print("{} estimates; greatest difference {:.3g}".format(compared, greatest), file=sys.stderr)
    return 1 if greatest > 1e-9 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
