"""Finds the program `limber`, and runs it beside Blender."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import bpy

from .problem import Problem, told

# Where the installers of Limber put the command, where it is not on the PATH.
USUAL_PLACES = {
    "darwin": ["/Applications/Limber.app/Contents/Resources/bin/limber"],
    "win32": [r"%LOCALAPPDATA%\Programs\limber\resources\bin\limber.cmd"],
}

# Seconds between two looks at a program that runs.
LOOK_SECONDS = 0.2


def program_of(context):
    """The path of `limber`: that of the preferences, else the one on the PATH, else where installers put it."""
    stated = bpy.path.abspath(context.preferences.addons[__package__].preferences.program)
    if stated:
        if not os.path.isfile(stated):
            raise Problem(f'There is no program at "{stated}": see Preferences > Add-ons > Limber.')
        return stated
    usual = (os.path.expandvars(place) for place in USUAL_PLACES.get(sys.platform, []))
    found = shutil.which("limber") or next((place for place in usual if os.path.isfile(place)), None)
    if found is None:
        raise Problem("Limber was not found: say where it is under Preferences > Add-ons > Limber.")
    return found


class Run:
    """`limber` at work, beside Blender."""

    def __init__(self, program, parameters, folder):
        self.folder = Path(folder)
        # Into files: nobody empties a pipe while Blender goes on.
        self.output, self.errors = (open(self.folder / name, "w+b") for name in ("output.txt", "errors.txt"))
        try:
            # In a session of its own: a studio outlives Blender.
            self.process = subprocess.Popen(
                [program, *parameters],
                stdin=subprocess.DEVNULL,
                stdout=self.output,
                stderr=self.errors,
                start_new_session=True,
            )
        except OSError as error:
            self.close()
            raise Problem(f'"{program}" cannot be started: {error.strerror}.') from error

    def printed(self, file):
        file.seek(0)
        return file.read().decode("utf-8", "replace").strip()

    def check(self, *good):
        """Raises what the program said where it ended otherwise than with one of these exit codes."""
        if self.process.returncode not in good:
            lines = self.printed(self.errors).splitlines()
            raise Problem(f"Limber: {lines[-1].removeprefix('limber: ')}" if lines else f"Limber ended with {self.process.returncode}.")

    def close(self):
        for file in (self.output, self.errors):
            file.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Beside:
    """An operator that lets Blender go on while `limber` works; Esc ends that. Without a window it waits."""

    def begin(self, context, run, label, patience=None):
        """`patience`: seconds after which a program that still runs is left alone."""
        self.run = run
        self.until = None if patience is None else time.monotonic() + patience
        if bpy.app.background:
            while self.waits():
                time.sleep(LOOK_SECONDS)
            return self.end(context)
        manager = context.window_manager
        self.timer = manager.event_timer_add(LOOK_SECONDS, window=context.window)
        manager.modal_handler_add(self)
        context.workspace.status_text_set(f"{label}  (Esc: cancel)")
        return {"RUNNING_MODAL"}

    def waits(self):
        return self.run.process.poll() is None and (self.until is None or time.monotonic() < self.until)

    def modal(self, context, event):
        cancelled = event.type == "ESC"
        if not cancelled and (event.type != "TIMER" or self.waits()):
            return {"PASS_THROUGH"}
        context.window_manager.event_timer_remove(self.timer)
        context.workspace.status_text_set(None)
        if not cancelled:
            return self.end(context)
        self.run.process.terminate()
        self.run.close()
        return {"CANCELLED"}

    def end(self, context):
        try:
            with told(self):
                self.finish(context)
                return {"FINISHED"}
            return {"CANCELLED"}
        finally:
            self.run.close()
