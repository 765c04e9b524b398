"""The command with all its modules imported, which is most of a short run. A process for each is forked from it."""

import json
import os
import pkgutil
import socket
import sys
from importlib import import_module

import loopline
from loopline.cli import main
from loopline.system import collect_garbage, trim_imports


def prepare():
    trim_imports()  # as the command does first
    for module in pkgutil.walk_packages(loopline.__path__, f"{loopline.__name__}."):
        if not module.name.endswith(".__main__"):
            import_module(module.name)
    collect_garbage()


def serve(requests):
    """In the process of each command it returns."""
    while True:
        request, files, *_ = socket.recv_fds(requests, 2**20, 3)
        if not request:
            sys.exit()  # nobody asks any more
        if not (child := os.fork()):
            requests.close()
            for number, file in enumerate(files):
                os.dup2(file, number)
                os.close(file)
            sys.argv, folder = json.loads(request)
            os.chdir(folder)
            return
        for file in files:
            os.close(file)
        _, status = os.waitpid(child, 0)
        requests.send(str(os.waitstatus_to_exitcode(status)).encode())


if __name__ == "__main__":
    prepare()
    serve(socket.socket(fileno=int(sys.argv[1])))
    main()
