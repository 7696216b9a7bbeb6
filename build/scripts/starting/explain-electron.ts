/** How Electron's program ended. */
export interface ElectronEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** What it wrote to standard error. */
  readonly errors: string;
}

/** Packages of Debian and Ubuntu that hold the libraries which are missing most often. */
export const LIBRARY_PACKAGES: Readonly<Record<string, string>> = {
  'libgtk-3': 'libgtk-3-0',
  libnss3: 'libnss3',
  libnspr4: 'libnspr4',
  libgbm: 'libgbm1',
  libasound: 'libasound2',
  'libatk-1': 'libatk1.0-0',
  'libatk-bridge': 'libatk-bridge2.0-0',
  libcups: 'libcups2',
  libdrm: 'libdrm2',
  libxkbcommon: 'libxkbcommon0',
  libXcomposite: 'libxcomposite1',
  libXdamage: 'libxdamage1',
  libXrandr: 'libxrandr2',
};

const CAUSES: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [
    /No usable sandbox|SUID sandbox helper|Failed to move to new namespace|zygote_host_impl_linux/i,
    'the system forbids its sandbox, as Ubuntu 23.10 and newer do; allow user namespaces with "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"',
  ],
  [
    /Missing X server|cannot open display|Failed to connect to (the )?(Wayland|X)|Unable to open X display/i,
    'it found no display; start from a terminal of the desktop session',
  ],
  [/GLIBC(XX)?_[\d.]+' not found/, 'this system is older than it supports; update the system'],
  [/GPU process isn't usable/, 'the graphics driver failed; update it'],
  [/Cannot find module|Unable to find Electron app/i, 'its files are not complete; delete node_modules and start again'],
  [
    /cannot execute binary file|Exec format error|Bad CPU type/i,
    'it was made for another processor; delete node_modules and start again',
  ],
];

/** Why Electron's program ended as soon as it was started, with what to do, as the end of a sentence without its full stop. */
export function explainElectron({ code, signal, errors }: ElectronEnd): string {
  const library = /error while loading shared libraries: ([^\s:]+)/.exec(errors)?.[1];
  if (library !== undefined) {
    const known = Object.entries(LIBRARY_PACKAGES).find(([begin]) => library.startsWith(begin))?.[1];
    const remedy = known ? `install it (Debian, Ubuntu: sudo apt install ${known})` : 'install the package that holds it';
    return `the library ${library} is missing; ${remedy}`;
  }
  const cause = CAUSES.find(([pattern]) => pattern.test(errors));
  if (cause) return cause[1];
  const last = errors.trim().split('\n').at(-1)?.trim() ?? '';
  const how = signal === null ? `it ended with code ${code ?? '?'}` : `it was ended by ${signal}`;
  return last === '' ? how : `${how} (${last.slice(0, 200)})`;
}
