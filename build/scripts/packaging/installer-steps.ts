/** One command of trying an installer. */
export interface InstallerStep {
  readonly what: string;
  readonly command: string;
  readonly parameters: readonly string[];
  /** Started and left running, to be ended when the next steps are done. */
  readonly inBackground?: boolean;
}

/** What is known where an installer is tried. */
export interface InstallerPlace {
  readonly platform: NodeJS.Platform;
  readonly architecture: string;
  readonly version: string;
  /** Folder of the installers. */
  readonly release: string;
  /** Home folder of the user. */
  readonly home: string;
  /** `%LOCALAPPDATA%` on Windows. */
  readonly localData: string;
  /** Folder of the user's own files while it is only tried: a start beside an open program would else only hand over to that. */
  readonly trialData: string;
}

function smokeTest({ trialData }: InstallerPlace): readonly string[] {
  return ['--smoke-test', `--user-data-dir=${trialData}`];
}

/**
 * The commands that install the program without a question, start it, install it once more while it runs, and remove it. Each must end
 * with 0. Throws an `Error` for a system without an installer.
 */
export function installerSteps(place: InstallerPlace): readonly InstallerStep[] {
  if (place.platform === 'win32') return windowsSteps(place);
  if (place.platform === 'darwin') return macSteps(place);
  if (place.platform === 'linux') return linuxSteps(place);
  throw new Error(`there is no installer for ${place.platform}`);
}

function windowsSteps(place: InstallerPlace): readonly InstallerStep[] {
  const { architecture, version, release, localData } = place;
  const setup = `${release}\\limber-${version}-windows-${architecture}-setup.exe`;
  const folder = `${localData}\\Programs\\limber`;
  const program = `${folder}\\Limber.exe`;
  return [
    { what: 'install', command: setup, parameters: ['/S'] },
    { what: 'start', command: program, parameters: smokeTest(place) },
    { what: 'keep open', command: program, parameters: [], inBackground: true },
    { what: 'install again over the running one', command: setup, parameters: ['/S'] },
    { what: 'start again', command: program, parameters: smokeTest(place) },
    { what: 'remove', command: `${folder}\\Uninstall Limber.exe`, parameters: ['/S'] },
  ];
}

function macSteps(place: InstallerPlace): readonly InstallerStep[] {
  const { version, release, home } = place;
  const image = `${release}/limber-${version}-macos-universal.dmg`;
  const mount = '/tmp/limber-image';
  const folder = `${home}/Applications`;
  const program = `${folder}/Limber.app/Contents/MacOS/Limber`;
  const copy = { command: 'ditto', parameters: [`${mount}/Limber.app`, `${folder}/Limber.app`] };
  return [
    { what: 'open the image', command: 'hdiutil', parameters: ['attach', image, '-nobrowse', '-mountpoint', mount] },
    { what: 'install', ...copy },
    { what: 'check the signature', command: 'codesign', parameters: ['--verify', '--deep', `${folder}/Limber.app`] },
    { what: 'start', command: program, parameters: smokeTest(place) },
    { what: 'keep open', command: program, parameters: [], inBackground: true },
    { what: 'install again over the running one', ...copy },
    { what: 'start again', command: program, parameters: smokeTest(place) },
    { what: 'remove', command: 'rm', parameters: ['-r', `${folder}/Limber.app`] },
    { what: 'close the image', command: 'hdiutil', parameters: ['detach', mount] },
  ];
}

function linuxSteps(place: InstallerPlace): readonly InstallerStep[] {
  const { architecture, version, release } = place;
  const isArm = architecture === 'arm64';
  const deb = `${release}/limber-${version}-linux-${isArm ? 'arm64' : 'amd64'}.deb`;
  const image = `${release}/limber-${version}-linux-${isArm ? 'arm64' : 'x86_64'}.AppImage`;
  const install = { command: 'sudo', parameters: ['apt-get', 'install', '-y', '--reinstall', deb] };
  const start = { command: 'xvfb-run', parameters: ['-a', 'limber', ...smokeTest(place)] };
  return [
    { what: 'install', ...install },
    { what: 'start', ...start },
    { what: 'keep open', command: 'xvfb-run', parameters: ['-a', 'limber'], inBackground: true },
    { what: 'install again over the running one', ...install },
    { what: 'start again', ...start },
    {
      what: 'start the AppImage',
      command: 'xvfb-run',
      parameters: ['-a', image, '--appimage-extract-and-run', ...smokeTest(place)],
    },
    { what: 'remove', command: 'sudo', parameters: ['apt-get', 'remove', '-y', 'limber'] },
  ];
}
