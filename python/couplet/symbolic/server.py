# SPDX-License-Identifier: Apache-2.0
"""The reader as a program: requests on standard input, a process of its own for each file.

The process of a file can read files and compute, and nothing else: a filter of system calls, made
by the host, is installed before a line of the file is run (docs/security.md).
"""
from __future__ import annotations

import _socket
import ctypes
import errno
import gc
import importlib
import importlib.util
import json
import os
import re
import resource
import select
import signal
import sys
import time
import tokenize
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .current import CURRENT
from .errors import OutOfTime, Refused, Stop

if TYPE_CHECKING:
    from .reading import Reader

_RESULTS = 3  # the descriptor that the process of a file may write to
_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _FILTER = 1, 38, 22, 2
_MOST_CHARACTERS = 16 << 20
_MOST_SAID = 64 << 20  # bytes about one file
_CONTROL = re.compile(rb"[\x00-\x1f]")

#: Events of the interpreter (PEP 578) that a file must not cause, by their beginnings.
_FORBIDDEN = ("socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.kill",
              "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.truncate", "os.chmod", "os.chown", "os.link",
              "os.symlink", "os.utime", "os.setxattr", "os.removexattr", "os.lockf", "shutil.", "tempfile.", "ftplib.",
              "http.", "urllib.", "smtplib.", "pty.", "signal.pthread_kill", "sys.settrace", "sys.setprofile",
              "_thread.start_new_thread", "ctypes.", "resource.setrlimit", "sqlite3.connect", "webbrowser.open",
              "gc.get_objects", "gc.get_referrers", "sys._getframe.of_reader")


#: Those that write files.
_OF_FILES = ("os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.truncate", "os.chmod", "os.chown", "os.link", "os.symlink",
             "os.utime", "shutil.", "tempfile.")


class Guard:
    """Names the calls that the file's code must not make, and ends what takes too long."""

    def __init__(self) -> None:
        self.is_on = False
        self.refusal = ""  # why; the code may have caught it
        self.deadline: Callable[[], float] = lambda: float("inf")
        self.out_of_time = ""

    def refuse(self, why: str, number: int = errno.EPERM) -> None:
        """Ends the code. A library that is imported gets what the system says, and may do without."""
        if _is_imported(sys._getframe(2)):
            raise OSError(number, os.strerror(number))
        self.refusal = self.refusal or why
        raise Refused(why)

    def audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.is_on:
            return
        if event == "open":
            mode, flags = arguments[1], arguments[2]
            writes = (isinstance(mode, str) and any(c in mode for c in "wax+")) or \
                (isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC))
            if writes and str(arguments[0]) != os.devnull:
                self.refuse(f"the code opens {arguments[0]} for writing, which it must not", errno.EROFS)
        elif event.startswith(_FORBIDDEN):
            if event.startswith("ctypes.") and _is_imported(sys._getframe(1)):
                return
            self.refuse(f"the code calls {event}, which it must not",
                        errno.EROFS if event.startswith(_OF_FILES) else errno.EPERM)

    def start_thread(self, *_: Any, **__: Any) -> Any:
        """Threads cause no event before Python 3.12."""
        try:
            self.refuse("the code calls _thread.start_new_thread, which it must not")
        except OSError:
            raise RuntimeError("can't start new thread") from None

    def alarm(self, *_: Any) -> None:
        if self.is_on and time.process_time() > self.deadline():
            raise OutOfTime(self.out_of_time)


def _is_imported(frame: Any) -> bool:
    """Whether a library is being loaded here, and does this itself."""
    while frame is not None and frame.f_code.co_filename not in CURRENT.own_files:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def reader_of(path: str, language: str | None = None) -> type[Reader]:
    """The reader of the language, which the file's name tells where nothing else does."""
    if language == "c" or (language is None and path.endswith(".c")):
        if importlib.util.find_spec("pycparser") is None:
            raise ImportError("C is parsed by the Python module pycparser, which is not found; Debian's package is "
                              "python3-pycparser")
        from .c_reading import CReader
        return CReader
    from .python_reading import PythonReader
    return PythonReader


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p)]


def _lock(filter_bytes: bytes | None) -> None:
    """Installs the filter of system calls. Raises OSError where the kernel has none."""
    if filter_bytes is None:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    buffer = ctypes.create_string_buffer(filter_bytes, len(filter_bytes))
    program = _Program(len(filter_bytes) // 8, ctypes.addressof(buffer))
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 or \
            libc.prctl(_PR_SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "the filter of system calls cannot be installed")


def _forbid_threads(guard: Guard) -> None:
    for module in ("_thread", "threading"):
        for name in ("start_new_thread", "start_new", "_start_new_thread"):
            if hasattr(importlib.import_module(module), name):
                setattr(sys.modules[module], name, guard.start_thread)


def _limit(settings: dict[str, str]) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    mebibytes = int(settings.get("limit.mebibytes", "0"))
    if mebibytes:
        size, hard = mebibytes << 20, resource.getrlimit(resource.RLIMIT_AS)[1]
        size = size if hard == resource.RLIM_INFINITY else min(size, hard)
        resource.setrlimit(resource.RLIMIT_AS, (size, size))


class _Lines:
    """Writes objects, a line each, to the host."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    def __call__(self, said: dict[str, Any]) -> None:
        data = (json.dumps(said) + "\n").encode()
        while data:
            data = data[os.write(self.descriptor, data):]


def text_of(path: str) -> str:
    """The text of a file, of a longer one its beginning. Python's files say their encoding (PEP 263)."""
    with tokenize.open(path) if path.endswith(".py") else open(path, encoding="utf-8-sig") as file:
        return file.read(_MOST_CHARACTERS + 1)


def _work(request: dict[str, Any], filter_bytes: bytes | None, descriptor: int) -> int:
    """In the process of a file. Returns its status."""
    guard = Guard()
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)  # it ends with the server
    os.dup2(descriptor, _RESULTS)
    os.closerange(_RESULTS + 1, os.sysconf("SC_OPEN_MAX"))
    say = _Lines(_RESULTS)
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    os.close(null)
    settings = request.get("settings", {})
    _limit(settings)
    text = request.get("text")
    if text is None:
        try:
            text = text_of(request["file"])
        except (OSError, UnicodeDecodeError, SyntaxError) as error:
            say(_error(request, f"it cannot be read: {error}"))
            return 1
    if len(text) > _MOST_CHARACTERS:
        say(_error(request, f"more than {_MOST_CHARACTERS >> 20} MiB are not read"))
        return 1

    def say_checked(said: dict[str, Any]) -> None:
        """No model of code that tried what it must not, even where it caught the refusal."""
        if guard.refusal and ("linear" in said or "automaton" in said):
            reader.message("error", guard.refusal, said["line"], 0, said["name"])
            said = {"name": said["name"], "line": said["line"], "error": True}
        say(said)
    try:
        reader = reader_of(request["file"], request.get("language"))(request["file"], text, settings, say_checked)
    except ImportError as error:
        say(_error(request, str(error)))
        return 1
    guard.deadline, guard.out_of_time = lambda: reader.deadline, reader.out_of_time
    signal.signal(signal.SIGALRM, guard.alarm)
    signal.setitimer(signal.ITIMER_REAL, 0.2, 0.2)
    sys.addaudithook(guard.audit)
    sys.setrecursionlimit(3000)
    try:
        _lock(filter_bytes)
    except OSError as error:
        reader.message("error", f"{error}; -o python.sandbox=off runs the file without it")
        return 1
    _forbid_threads(guard)
    guard.is_on = True
    try:
        return 0 if reader.read(request.get("name", "")) else 1
    except Stop as error:
        reader.message("error", str(error))
    except MemoryError:
        reader.message("error", "there is not enough memory")
    except SystemExit:
        reader.message("error", "the code ends the program")
    return 1


def _hear(child: int, end: int, seconds: float) -> tuple[bytes, str | None]:
    """What the process of a file says until it ends, whatever it closes or hands on; and what went wrong."""
    said, is_open, begin = bytearray(), True, time.monotonic()
    wrong, ended = None, 0
    os.set_blocking(end, False)
    while not ended and wrong is None:
        ended, status = os.waitpid(child, os.WNOHANG)
        is_open = is_open and _take(end, said)
        if len(said) > _MOST_SAID:
            said, wrong = bytearray(), f"the code says more than {_MOST_SAID >> 20} MiB"
        elif not ended and time.monotonic() - begin - _seconds_kept_waiting(child) > seconds + 3:
            wrong = f"the code did not end within {seconds:g} s"
        elif not ended:
            select.select([end] if is_open else [], [], [], 0.05 if is_open else 0.001)
    if not ended:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    elif wrong is None:
        wrong = _end_of(os.waitstatus_to_exitcode(status), said)
    return bytes(said), wrong


def _seconds_kept_waiting(child: int) -> float:
    """For how long a process could have run, and others did; 0 where the system does not say."""
    try:
        with open(f"/proc/{child}/schedstat", encoding="ascii") as file:
            return int(file.read().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


def _take(end: int, said: bytearray) -> bool:
    """Adds what is there to said, little more than it may be. Whether more may come."""
    try:
        while len(said) <= _MOST_SAID:
            data = os.read(end, 1 << 16)
            if not data:
                return False
            said += data
    except BlockingIOError:
        pass
    return True


def _end_of(status: int, said: bytearray) -> str | None:
    """What is wrong with how a process ended that said this; None = nothing."""
    if status < 0:
        return f"the process of the file was ended by {signal.Signals(-status).name}"
    if status > 1 or not said:
        return "the code ended its process"
    return None if said.endswith(b"\n") else "the code ended its process before it had said all"


def _texts_of(said: bytes) -> list[bytes]:
    """The whole lines of what a process said, each as a text of JSON. Raises ValueError: such a line is none."""
    lines = said[:said.rfind(b"\n") + 1].split(b"\n")[:-1]
    if any(map(_CONTROL.search, lines)):
        raise ValueError("the code says what is no answer")
    return [b'"%s"' % line.replace(b"\\", b"\\\\").replace(b'"', b'\\"') for line in lines]


def _error(request: dict[str, Any], text: str) -> dict[str, Any]:
    """The message that the file of a request is not read."""
    return {"message": {"severity": "error", "file": request["file"], "line": 0, "column": 0, "message": text}}


def answer(request: dict[str, Any], filter_bytes: bytes | None) -> None:
    """Answers one request on standard output: one line, in which all that the file's process says is a text."""
    end, begin = _socket.socketpair()  # no process can open it in /proc, as it could a pipe
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = _work(request, filter_bytes, begin.fileno())
        except BaseException as error:  # nothing may go back to the loop of the server
            try:
                _Lines(_RESULTS)(_error(request, f"the reader failed: {type(error).__name__}: {error}"))
            except BaseException:
                pass
        finally:
            os._exit(status)
    begin.close()
    said, wrong = _hear(child, end.fileno(), float(request.get("settings", {}).get("limit.seconds", "60")))
    end.close()
    try:
        texts = _texts_of(said)
    except ValueError as error:
        texts, wrong = [], str(error)
    if wrong is not None:
        texts.append(json.dumps(json.dumps(_error(request, wrong))).encode())
    out = sys.stdout.buffer
    out.write(b'{"request": %d, "status": %d, "said": [' % (request["request"], 1 if wrong else 0))
    for number, text in enumerate(texts):
        out.write(b", " + text if number else text)
    out.write(b"]}\n")
    out.flush()


def serve(filter_descriptor: int | None) -> int:
    filter_bytes = None
    if filter_descriptor is not None:
        filter_bytes = os.pread(filter_descriptor, 1 << 20, 0)
    if importlib.util.find_spec("numpy") is not None:
        importlib.import_module("numpy")
    for line in sys.stdin:
        request = json.loads(line)
        try:
            reader_of(request["file"], request.get("language"))  # its modules are loaded once, not in each process
        except ImportError:
            pass  # told by the process of the file
        gc.freeze()  # what is loaded stays; runs leave cycles that are small
        gc.set_threshold(50_000, 20, 20)
        answer(request, filter_bytes)
    return 0


def once(words: list[str]) -> int:
    """FILE NAME KEY=VALUE...: without a process of its own, for tests."""
    settings = dict(word.split("=", 1) for word in words[2:])
    reader = reader_of(words[0])(words[0], text_of(words[0]), settings, _told)
    return 0 if reader.read(words[1] if len(words) > 1 else "") else 1


def _told(said: dict[str, Any]) -> None:
    message = said.get("message")
    print(json.dumps(message if message else said), file=sys.stderr if message else sys.stdout)


def main(words: list[str]) -> int:
    if words[:1] == ["--serve"]:
        return serve(int(words[2]) if words[1:2] == ["--filter-fd"] else None)
    return once(words)
