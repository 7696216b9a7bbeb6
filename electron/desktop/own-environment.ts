/** What the runtimes of AppImages and of portable programs tell the program that they unpacked, and must not tell another. */
const OF_THIS_RUN: readonly string[] = [
  'APPIMAGE',
  'APPDIR',
  'ARGV0',
  'OWD',
  'PORTABLE_EXECUTABLE_FILE',
  'PORTABLE_EXECUTABLE_DIR',
  'PORTABLE_EXECUTABLE_APP_FILENAME',
];

/** The environment that this program was given, for another copy of it. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_THIS_RUN.includes(name)));
}
