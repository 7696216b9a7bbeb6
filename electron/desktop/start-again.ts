import { app } from 'electron';
import { spawn } from 'node:child_process';
import { ownEnvironment } from './own-environment.ts';

/**
 * Ends the program and starts it again with `parameters`. An AppImage and a portable program of Windows are unpacked for one run: what is
 * started again must be the file that the user started, not the program in a folder that goes with it.
 */
export function startAgain(parameters: readonly string[]): void {
  const file = process.env['APPIMAGE'] ?? process.env['PORTABLE_EXECUTABLE_FILE'];
  if (file === undefined) {
    app.relaunch({ args: [...parameters] });
  } else {
    // The next program would else hand over to this one.
    app.releaseSingleInstanceLock();
    spawn(file, [...parameters], { detached: true, stdio: 'ignore', env: ownEnvironment() }).unref();
  }
  app.exit(0);
}
