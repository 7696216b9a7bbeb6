/** Options of the studio and the command line, which npm's own commands (`npm start`, `npm run limber`) pass on only behind `--`. */
const OPTIONS = ['browser', 'open', 'port', 'allow', 'json', 'out', 'goal', 'pin', 'onto', 'clip', 'fps'];

/**
 * PowerShell's npm drops the `--` that keeps options from npm itself, which then takes them for its own settings without a word.
 * A sentence that names those options and the command that works, or null when nothing was swallowed.
 * @param {Readonly<Record<string, string | undefined>>} environment of a script that npm runs
 * @returns {string | null}
 */
export function findSwallowedOptions(environment) {
  const swallowed = OPTIONS.flatMap((name) => {
    const value = environment[`npm_config_${name}`];
    return value === undefined || !isOption(name, value)
      ? []
      : [value === '' || value === 'false' ? `--no-${name}` : `--${name}`];
  });
  if (swallowed.length === 0) return null;
  return `npm kept ${swallowed.join(', ')} for itself, as it does in PowerShell: type "npx limber" in place of "npm start" or "npm run limber", with the same file and options behind it.`;
}

/**
 * The browser of npm's own settings is a program; that of the studio is a switch.
 * @param {string} name
 * @param {string} value
 */
function isOption(name, value) {
  return name !== 'browser' || value === 'true';
}
