"""A Dask cluster does what one worker here does, even if its workers are killed; and clusters that are not there."""

import os
import random
import shutil
import signal
import socket
import subprocess
import threading

import pytest
from cli.running import run, started
from cosim.engines import described
from loopline.campaign import Campaign
from loopline.campaign.plan import Plan
from loopline.contract.game import Subject
from loopline.design import Change, simulators
from loopline.errors import BadInput
from loopline.workers.pool import ClusterPool
from waiting import PATIENCE
from workers.examples import NAMES, campaign, results

distributed = pytest.importorskip("distributed", reason="without Dask there is no --scheduler")
dask = pytest.importorskip("dask")

QUICK = ("verify", "trax-engine", "--sim", "icarus", "--size", 16, "--seed", 3, "--examples", 2, "--only", "games")


def local_cluster(workers, **how):
    """On the loopback address; each worker in a process that is started anew when it dies."""
    return distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        silence_logs="CRITICAL",
        **how,
    )


def test_workers_killed_at_random(alone, tmp_path):
    """With their simulations: what they were doing is done again by others, and what they had done is not."""
    chance, killed = random.Random(1), []

    def kill_now_and_then(*_):
        if chance.random() < 0.3 and len(killed) < 2:
            killed.append(chance.choice([nanny.pid for nanny in cluster.workers.values() if nanny.pid]))
            os.kill(killed[-1], signal.SIGKILL)

    with local_cluster(2) as cluster:
        pool = ClusterPool(cluster.scheduler_address)
        assert pool.size == 2
        assert results(campaign(tmp_path, pool, kill_now_and_then)) == alone
    assert len(killed) == 2
    assert not list((tmp_path / "run").iterdir())


def test_batch_that_kills_its_worker_is_a_finding(tmp_path):
    """Dask gives it up, here after the first; that is a finding, and the other properties go on."""
    killed = []

    def kill(*_):
        if not killed:
            killed.extend(nanny.pid for nanny in cluster.workers.values())
            threading.Timer(0.1, os.kill, (killed[0], signal.SIGKILL)).start()  # when it has its next batch

    with dask.config.set({"distributed.scheduler.allowed-failures": 0}), local_cluster(1) as cluster:
        one = campaign(tmp_path, ClusterPool(cluster.scheduler_address), kill)
    states = [finding.outcome.state for finding in one.findings]
    assert sorted(states) == ["agrees", "agrees", "died"]
    assert "one worker after another was lost" in one.findings[states.index("died")].outcome.error
    assert one.exit_code == 3


def test_a_failure_is_known_before_it_is_small(broken, tmp_path):
    """So it stays known when the cluster goes away meanwhile."""
    with dask.config.set({"distributed.comm.timeouts.connect": "2s"}):
        scheduler = local_cluster(1)
        pool = ClusterPool(scheduler.scheduler_address)
    heard = []

    def watch(_, outcome):
        if outcome.state == "shrinking" and not heard:
            heard.append(outcome)
            threading.Thread(target=scheduler.close).start()  # not by the thread that hears

    one = Campaign(Plan(Subject.of(described(broken, Change("16"))), tmp_path, seed=2, examples=12), pool=pool)
    one.verify(simulators.find("icarus"), ["wins"], watch)
    assert heard[0].script
    found = {finding.outcome.name: finding for finding in one.findings}
    assert found["wins"].outcome.state == "mismatch"
    assert found["wins"].game.is_file()
    assert one.exit_code != 0


@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl makes the certificate")
def test_the_command_and_tls(tmp_path):
    """As Dask has it: its own configuration says which certificates."""
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=loopline", "-days", "2"]
    subprocess.run(["openssl", *words, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    names = ["CA_FILE", *(f"{who}__{what}" for who in ("CLIENT", "WORKER", "SCHEDULER") for what in ("CERT", "KEY"))]
    files = {name.lower(): str(key if name.endswith("KEY") else certificate) for name in names}
    security = distributed.Security(
        require_encryption=True, **{f"tls_{name.replace('__', '_')}": file for name, file in files.items()}
    )
    environment = {f"DASK_DISTRIBUTED__COMM__TLS__{name}": files[name.lower()] for name in names}
    with local_cluster(1, protocol="tls://", security=security) as cluster:
        address = cluster.scheduler_address
        assert address.startswith("tls://")
        code, out, err = run(*QUICK, "--scheduler", address, "--out", tmp_path / "out", **environment)
        assert (code, err) == (0, "")
        assert f"--scheduler {address}" in out
        code, _, err = run(*QUICK, "--scheduler", address, "--out", tmp_path / "out")
        assert code == 2
        assert "perhaps check your TLS configuration" in err


@pytest.fixture
def nobody():
    """An address where nobody listens."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield f"tcp://127.0.0.1:{bound.getsockname()[1]}"


def test_a_command_without_its_scheduler(nobody, tmp_path):
    """Dask itself has nothing to say."""
    code, _, err = run(*QUICK, "--scheduler", nobody, "--out", tmp_path)
    assert code == 2
    assert err.startswith(f"loopline: --scheduler {nobody}: no Dask scheduler answers there: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("address", ["no address", "chess://here", ""])
def test_no_address(address):
    with pytest.raises(BadInput, match="no Dask scheduler answers there"):
        ClusterPool(address)


def test_a_cluster_that_has_no_workers_yet(tmp_path):
    """Its first worker gets the work when it comes."""
    words = (*QUICK, "--out", tmp_path, "--scheduler")
    with local_cluster(0) as cluster, started(*words, cluster.scheduler_address) as process:
        line = process.stderr.readline()
        cluster.scale(1)
        process.communicate(timeout=PATIENCE)
    assert line == f"loopline: {cluster.scheduler_address} has no workers yet: waiting for the first\n"
    assert process.returncode == 0


def test_jobs_of_a_cluster(tmp_path):
    code, _, err = run(*QUICK, "--scheduler", "tcp://127.0.0.1:1", "--jobs", 2, "--out", tmp_path)
    assert code == 2
    assert "leave out --jobs or --scheduler" in err


def test_a_scheduler_that_goes_away(tmp_path):
    """What there is by then is kept, and it is no pass."""
    with dask.config.set({"distributed.comm.timeouts.connect": "2s"}):
        scheduler = local_cluster(1)
        pool = ClusterPool(scheduler.scheduler_address)
    heard = []

    def watch(_, outcome):
        if outcome.examples and not heard:
            heard.append(outcome)
            scheduler.close()

    one = campaign(tmp_path, pool, watch)
    assert heard
    assert one.exit_code == 3
    first, *rest = one.findings
    assert "is gone" in first.outcome.error
    assert sum(finding.outcome.examples for finding in rest) >= heard[0].examples
    assert [finding.outcome.name for finding in rest] == NAMES
