"""Nothing is left running, whichever process is killed: one does the work, and another does nothing but watch it.

So it is in the engine (src/platform/guardian.h), which takes care of what runs while it measures. This is for what is built and listed before.
"""

from __future__ import annotations

import os
import signal
import time
from types import FrameType
from typing import Callable, Dict, List, Optional

from .ancestors import ancestors, started, tools_above

_LOOK_AGAIN = 0.2  # seconds between two looks at those that we run for
_GRACE = 2.0  # seconds between SIGTERM and SIGKILL
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


def guarded(work: Callable[[], int]) -> int:
    """Does the work in a child process and returns its exit code.

    The child gets a KeyboardInterrupt when one of us gets SIGINT, SIGTERM or SIGHUP, when we are killed, and when ctest or a build tool is that
    we run for. If it fails, or is killed, all that it has started is ended. Where the system lacks what that takes, the work is done here.
    """
    if not hasattr(signal, "sigtimedwait"):
        return work()
    _control(_PR_SET_CHILD_SUBREAPER, 1)
    stopping = {number for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) if signal.getsignal(number) != signal.SIG_IGN}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD, *stopping})
    guardian = os.getpid()
    tools = {process: started(process) for process in tools_above(guardian)}
    worker = os.fork()
    if worker == 0:
        for number in stopping:
            signal.signal(number, _stop)
        _control(_PR_SET_PDEATHSIG, signal.SIGTERM)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        _control(_PR_SET_CHILD_SUBREAPER, 1)
        code = work() if os.getppid() == guardian else 1
    else:
        status = _watch(worker, tools, stopping)
        code = 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
    if code != 0:
        _end_descendants()  # both: either may be the only one that is left
    return code


def _watch(worker: int, tools: Dict[int, str], stopping: "set[signal.Signals]") -> int:
    """Waits for the end of the worker, of which it returns the status; after it was asked to stop, not for long."""
    until: Optional[float] = None
    while True:
        ended, status = os.waitpid(worker, os.WNOHANG)
        if ended:
            return status
        if until is not None and time.monotonic() > until:
            return signal.SIGKILL  # what it comes to
        noted = signal.sigtimedwait({signal.SIGCHLD, *stopping}, _LOOK_AGAIN)
        is_asked = noted is not None and noted.si_signo != signal.SIGCHLD
        if is_asked or any(started(process) != start for process, start in tools.items()):
            tools = {}
            until = until or time.monotonic() + _GRACE
            os.kill(worker, signal.SIGTERM)


def _stop(_: int, __: Optional[FrameType]) -> None:
    # Once: what clears up must not be interrupted.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def _end_descendants() -> None:
    """Ends what is below this process. What has a session of its own is meant to stay, as the server of a compiler cache is."""
    until = time.monotonic() + _GRACE
    told: List[int] = []
    while True:
        _reap()
        left = _descendants()
        if not left:
            return
        for process in left:
            is_late = time.monotonic() > until
            if is_late or process not in told:
                told.append(process)
                _kill(process, signal.SIGKILL if is_late else signal.SIGTERM)
        time.sleep(0.01)


def _descendants() -> List[int]:
    """Those below this process in its session that have not ended. Orphans are: we are their reaper."""
    ours = os.getpid()
    found = []
    for name in os.listdir("/proc") if os.path.isdir("/proc") else ():
        if name.isdecimal() and int(name) != ours and any(one == ours for one, _ in ancestors(int(name))):
            found.append(int(name))
    return [process for process in found if _session(process) == os.getsid(0)]


def _session(process: int) -> int:
    try:
        return os.getsid(process)
    except OSError:
        return 0  # it is gone


def _reap() -> None:
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def _kill(process: int, number: signal.Signals) -> None:
    try:
        os.kill(process, number)
    except OSError:
        pass  # it is gone


def _control(what: int, value: int) -> None:
    """prctl, which Python does not have. Where it can't be called, orphans of what was killed stay."""
    try:
        import ctypes  # only here: not every Python has it

        ctypes.CDLL(None).prctl(what, value, 0, 0, 0)
    except (ImportError, OSError, AttributeError):
        pass
