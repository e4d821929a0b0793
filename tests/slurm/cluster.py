# SPDX-License-Identifier: Apache-2.0
"""A Slurm of one node: munged, slurmctld and slurmd as children of the test, with every file in
a temporary folder. They end with the test, however it ends; no service of the system is used."""
import contextlib
import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from divided import descendants

# cred_expire is also how long a task waits after its node was lost
CONFIGURATION = """\
ClusterName=couplet
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ctld_port}
SlurmdPort={slurmd_port}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=5
SlurmUser=root
SlurmdUser=root
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1,requeue_delay=0
ReturnToService=2
MinJobAge=600
KillWait=5
MailProg=/bin/true
NodeName=node NodeHostname={host} NodeAddr=127.0.0.1 CPUs={cores} RealMemory=2000 State=UNKNOWN
PartitionName=short Nodes=node Default=YES MaxTime=60 OverSubscribe=NO State=UP
"""
DEATH_SIGNAL, SUBREAPER = 1, 36
libc = ctypes.CDLL(None, use_errno=True)


class Failed(Exception):
    """The cluster does not do what it should; the text has the ends of its logs."""


def free_ports(count):
    """Ports that nothing listens on; all are held until all are found."""
    sockets = [socket.socket() for _ in range(count)]
    for held in sockets:
        held.bind(("127.0.0.1", 0))
    ports = [held.getsockname()[1] for held in sockets]
    for held in sockets:
        held.close()
    return ports


def ends_with_test():
    """Run in a daemon before its program: it is killed when the test is gone."""
    libc.prctl(DEATH_SIGNAL, signal.SIGKILL)


class Cluster:
    """with Cluster(cores) as cluster: cluster.run("sbatch", ...)."""

    def __init__(self, cores):
        # Slurm's configuration takes no spaces
        self.folder, self.cores, self.daemons = tempfile.mkdtemp(prefix="couplet-slurm-"), cores, []
        self.environment = dict(os.environ, SLURM_CONF=self.path("slurm.conf"))

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, *command, timeout=60, **options):
        """Exit status and standard output of a command of Slurm's, which has to end."""
        result = subprocess.run(command, env=self.environment, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, timeout=timeout, **options)
        return result.returncode, result.stdout.decode()

    def signal(self, job, *options):
        """scancel is not waited for: it asks again and again while the job ends."""
        return subprocess.Popen(["scancel", *options, job], env=self.environment,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start(self, name, *arguments):
        log = open(self.path(name + ".out"), "wb")
        self.daemons.append(subprocess.Popen(
            [shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin"), *arguments],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment,
            preexec_fn=ends_with_test))
        log.close()

    def await_until(self, what, ready, seconds=60):
        """Asks ten times a second; fails with the logs when it is too late, or a daemon died."""
        end = time.monotonic() + seconds
        while not ready():
            died = [daemon.args[0] for daemon in self.daemons if daemon.poll() is not None]
            if died or time.monotonic() > end:
                raise Failed("%s: %s\n%s" % (what, "%s died" % died if died else "too late", self.logs()))
            time.sleep(0.1)

    def logs(self):
        shown = []
        for name in sorted(os.listdir(self.folder)):
            if name.endswith((".log", ".out")):
                with open(self.path(name), errors="replace") as file:
                    shown.append("-- %s\n%s" % (name, file.read()[-2000:]))
        return "\n".join(shown)

    def is_idle(self):
        status, text = self.run("sinfo", "--noheader", "--format=%T")
        return status == 0 and text.strip() == "idle"

    def __enter__(self):
        libc.prctl(SUBREAPER, 1)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended by SIGTERM"))
        try:
            self.start_daemons()
        except BaseException:
            self.__exit__()
            raise
        return self

    def start_daemons(self):
        os.chmod(self.folder, 0o755)
        for name in ("state", "spool"):
            os.mkdir(self.path(name))
        with open(self.path("munge.key"), "wb") as key:
            os.fchmod(key.fileno(), 0o600)
            key.write(os.urandom(128))
        ctld_port, slurmd_port = free_ports(2)
        with open(self.path("slurm.conf"), "w") as conf:
            conf.write(CONFIGURATION.format(folder=self.folder, host=socket.gethostname().split(".")[0],
                                            ctld_port=ctld_port, slurmd_port=slurmd_port,
                                            cores=self.cores))
        socket_path = self.path("munge.socket")
        self.start("munged", "--foreground", "--force", "--num-threads=2", "--socket=" + socket_path,
                   "--key-file=" + self.path("munge.key"), "--pid-file=" + self.path("munged.pid"),
                   "--seed-file=" + self.path("munged.seed"), "--log-file=" + self.path("munged.log"))
        self.await_until("munged listens", lambda: os.path.exists(socket_path))
        self.start("slurmctld", "-D", "-c")
        self.start("slurmd", "-D")
        self.await_until("the node is idle", self.is_idle)

    def __exit__(self, *_):
        """Jobs first, then the daemons in the order that lets each end by itself, then whatever
        is left below the test."""
        if len(self.daemons) == 3 and all(daemon.poll() is None for daemon in self.daemons):
            self.run("scancel", "--full", "--user=root")
        for daemon in reversed(self.daemons):
            daemon.terminate()
            try:
                daemon.wait(timeout=10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        for pid in reversed(descendants(os.getpid())):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while True:
                os.wait()
        shutil.rmtree(self.folder)
