# SPDX-License-Identifier: Apache-2.0
"""Chromium without a window, spoken to over a pipe in its DevTools protocol: messages in JSON,
each ended by a NUL."""
import base64
import json
import os
import select
import subprocess
import tempfile
import time

PATIENCE = 60  # seconds for one answer
HIGHEST = 12000  # pixels of a screenshot


class Browser:
    def __init__(self, program="chromium"):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)  # processes of it may still write
        commands, self.commands = os.pipe()
        self.answers, answers = os.pipe()

        def place_pipes():
            # out of the way first: one of the two may be 3 or 4 already
            reading, writing = os.dup(commands), os.dup(answers)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--no-first-run", "--disable-background-networking", "--disable-component-update",
             "--disable-dev-shm-usage", "--user-data-dir=" + self.folder.name,
             "--remote-debugging-pipe"],
            preexec_fn=place_pipes, close_fds=False, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(answers)
        self.rest, self.number, self.events, self.session = b"", 0, [], None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target,
                                 flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.commands)
        os.close(self.answers)
        self.folder.cleanup()

    def receive(self, deadline):
        """The next message; events are kept."""
        while b"\0" not in self.rest:
            if not select.select([self.answers], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            part = os.read(self.answers, 1 << 16)
            if not part:
                raise EOFError("the browser ended")
            self.rest += part
        text, _, self.rest = self.rest.partition(b"\0")
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session is not None:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + PATIENCE
        while True:
            answer = self.receive(deadline)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError("%s: %s" % (method, answer["error"]))
                return answer["result"]
            self.events.append(answer)

    def visit(self, path):
        """Opens a file and waits until it is loaded. Forgets the events before."""
        self.events = []
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        deadline = time.monotonic() + PATIENCE
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.receive(deadline))

    def size(self, width, height=900):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)

    def media(self, media="", scheme="light"):
        self.call("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": scheme}])

    def evaluate(self, expression):
        """The value of an expression; what it promises, where it is a promise."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"].get("description"))
        return answer["result"].get("value")

    def screenshot(self):
        """The page, or as much of its beginning as an image may have, as PNG."""
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "scale": 1,
                "height": min(size["height"], HIGHEST)}
        answer = self.call("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        return base64.b64decode(answer["data"])

    def requests(self):
        return [event["params"]["request"]["url"] for event in self.events
                if event.get("method") == "Network.requestWillBeSent"]

    def errors(self):
        """What the page threw, and what the browser complained about."""
        return [event["params"] for event in self.events
                if event.get("method") == "Runtime.exceptionThrown"
                or (event.get("method") == "Log.entryAdded"
                    and event["params"]["entry"]["level"] in ("error", "warning"))]
