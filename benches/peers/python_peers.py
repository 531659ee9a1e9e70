"""Times the Python peers, on demand: a line of words on standard input (who, mechanism, domain size,
client or collector), a line of JSON on standard output: microseconds per report, by the clock and of
this process's processor. compare.py asks. Their generators are the statistical ones they came with
(the Mersenne Twister), which are faster than a CSPRNG: to their advantage."""
import json
import math
import random
import sys
import time
import types
import warnings

warnings.filterwarnings("ignore")

import numpy as np  # noqa: E402
import pure_ldp.core._freq_oracle_server as base  # noqa: E402
import pure_ldp.frequency_oracles as pure  # noqa: E402
from multi_freq_ldpy.pure_frequency_oracles import GRR, HE, LH, SS, UE  # noqa: E402

# Its sketches ask for zeros of no shape, which NumPy no longer makes of None.
base.np = types.SimpleNamespace(
    **{**vars(np), "zeros": lambda shape: np.zeros(() if shape is None else shape)})

EPSILON = 1.0
MOST = 100_000
SECONDS = 0.6  # of a timed run, about
generator = np.random.default_rng(7)
np.random.seed(7)
random.seed(7)


def same(index):
    return index


def zipf(k, n):
    chances = 1.0 / np.arange(1, k + 1) ** 1.1
    return [int(v) for v in generator.choice(k, size=n, p=chances / chances.sum())]


def pure_ldp(mechanism, k):
    """A client's function and a maker of servers."""
    e, m = EPSILON, {"index_mapper": same}
    if mechanism == "direct-encoding":
        return pure.DEClient(e, k, **m).privatise, lambda: pure.DEServer(e, k, **m)
    if mechanism in ("symmetric-unary-encoding", "optimized-unary-encoding"):
        oue = mechanism.startswith("optimized")
        return (pure.UEClient(e, k, use_oue=oue, **m).privatise,
                lambda: pure.UEServer(e, k, use_oue=oue, **m))
    if mechanism in ("summation-histogram-encoding", "thresholding-histogram-encoding"):
        the = mechanism.startswith("thresholding")
        return pure.HEClient(e, k, **m).privatise, lambda: pure.HEServer(e, k, use_the=the, **m)
    if mechanism == "optimized-local-hashing":
        return (pure.LHClient(e, k, use_olh=True, **m).privatise,
                lambda: pure.LHServer(e, k, use_olh=True, **m))
    if mechanism == "hadamard-response":
        functions = pure.HadamardResponseServer(e, k, **m).get_hash_funcs()
        return (pure.HadamardResponseClient(e, k, functions, **m).privatise,
                lambda: pure.HadamardResponseServer(e, k, **m))
    if mechanism in ("count-mean-sketch", "hadamard-count-mean-sketch"):
        hadamard = mechanism.startswith("hadamard")
        server = pure.CMSServer(e, 64, 1024, is_hadamard=hadamard)
        client = pure.CMSClient(e, server.get_hash_funcs(), 1024, is_hadamard=hadamard)

        def fresh():
            server.reset()
            return server
        return client.privatise, fresh
    if mechanism == "bloom-filter-encoding":
        # Two hash functions, each bit at a quarter of epsilon: f/2 = 1/(1 + e^(1/4)).
        f = 2 / (1 + math.exp(EPSILON / 4))
        server = pure.RAPPORServer(f, 128, 2, k, num_of_cohorts=8, **m)
        client = pure.RAPPORClient(f, 128, server.get_hash_funcs(), num_of_cohorts=8, **m)
        return client.privatise, lambda: server
    return None


def fast_local_hashing(mechanism, k):
    """pure-ldp's heuristic with 1,000 hash functions for everybody."""
    if mechanism != "optimized-local-hashing":
        return None
    m = {"use_olh": True, "index_mapper": same}
    matrix = pure.FastLHServer(EPSILON, k, 1000, **m).hash_matrix

    def fresh():
        server = pure.FastLHServer.__new__(pure.FastLHServer)
        # The matrix of hash functions is made once; making it again is not the collector's work.
        update, pure.FastLHServer.update_params = pure.FastLHServer.update_params, pure.LHServer.update_params
        try:
            server.__init__(EPSILON, k, 1000, hash_matrix=matrix, **m)
        finally:
            pure.FastLHServer.update_params = update
        return server
    return pure.FastLHClient(EPSILON, k, 1000, **m).privatise, fresh


def hadamard_mechanism(mechanism, k):
    """pure-ldp's other Hadamard oracle, several coefficients at once."""
    if mechanism != "hadamard-response":
        return None
    m = {"use_optimal_t": True, "index_mapper": same}
    client = pure.HadamardMechClient(EPSILON, k, 1, **m)
    # What it sends after a lie can be read once only: made a list, to be counted several times.
    return lambda v: list(client.privatise(v)), lambda: pure.HadamardMechServer(EPSILON, k, 1, **m)


def multi_freq_ldpy(mechanism, k):
    """A client's function and an aggregator of all reports."""
    e = EPSILON
    return {
        "direct-encoding": (lambda v: GRR.GRR_Client(v, k, e), lambda r: GRR.GRR_Aggregator_MI(r, k, e)),
        "symmetric-unary-encoding": (lambda v: UE.UE_Client(v, k, e, False), lambda r: UE.UE_Aggregator_MI(r, e, False)),
        "optimized-unary-encoding": (lambda v: UE.UE_Client(v, k, e, True), lambda r: UE.UE_Aggregator_MI(r, e, True)),
        "summation-histogram-encoding": (lambda v: HE.HE_Client(v, k, e), lambda r: HE.HE_Aggregator_MI(r, k, e, False)),
        "thresholding-histogram-encoding": (lambda v: HE.HE_Client(v, k, e), lambda r: HE.HE_Aggregator_MI(r, k, e, True)),
        "optimized-local-hashing": (lambda v: LH.LH_Client(v, k, e, True), lambda r: LH.LH_Aggregator_MI(r, k, e, True)),
        "subset-selection": (lambda v: SS.SS_Client(v, k, e), lambda r: SS.SS_Aggregator_MI(r, k, e)),
    }.get(mechanism)


def aggregate(fresh, k):
    def run(reports):
        server = fresh()
        server.aggregate_all(reports)
        return server.estimate_all(range(k), suppress_warnings=True)
    return run


def functions(who, mechanism, k):
    if who == "multi-freq-ldpy":
        return multi_freq_ldpy(mechanism, k)
    found = {"pure-ldp": pure_ldp, "pure-ldp-flh": fast_local_hashing,
             "pure-ldp-hm": hadamard_mechanism}[who](mechanism, k)
    return found and (found[0], aggregate(found[1], k))


def timed(run):
    wall, cpu = time.perf_counter(), time.process_time()
    run()
    return time.perf_counter() - wall, time.process_time() - cpu


def people_for(run, k):
    """As many as take the time wished for, told from what a few more take."""
    few, more = (timed(lambda n=n: run(n))[1] for n in (200, 600))
    each = max((more - few) / 400, 1e-8)
    return int(min(MOST, max(1000, SECONDS / each)))


CACHE = {}


def answer(who, mechanism, k, side):
    key = who, mechanism, k
    if key not in CACHE:
        found = functions(*key)
        if found is None:
            raise LookupError(f"{who} has no {mechanism}")
        client, collect = found
        client(0)  # compiles, where it compiles
        collect([client(v) for v in zipf(k, 100)])
        CACHE[key] = {"client": client, "collect": collect}
    entry = CACHE[key]
    client, collect = entry["client"], entry["collect"]
    if side == "client":
        if "values" not in entry:
            values = zipf(k, 600)
            n = people_for(lambda n: [client(v) for v in values[:n]], k)
            entry["values"] = zipf(k, n)
        n = len(entry["values"])
        wall, cpu = timed(lambda: [client(v) for v in entry["values"]])
    else:
        if "reports" not in entry:
            reports = [client(v) for v in zipf(k, 600)]
            n = people_for(lambda n: collect(reports[:n]), k)
            # Memory: reports of a kilobyte and more are fewer.
            entry["reports"] = [client(v) for v in zipf(k, min(n, 20_000 if k > 500 else MOST))]
        n = len(entry["reports"])
        wall, cpu = timed(lambda: collect(entry["reports"]))
    return {"wall": wall / n * 1e6, "cpu": cpu / n * 1e6, "reports": n}


def main():
    for line in sys.stdin:
        who, mechanism, k, side = line.split()
        try:
            found = answer(who, mechanism, int(k), side)
        except Exception as error:  # whatever a peer throws is its answer
            found = {"error": repr(error)[:200]}
        print(json.dumps(found), flush=True)


main()
