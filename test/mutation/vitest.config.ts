import config from '../vitest.config.ts';

const { projects: _, ...settings } = config.test ?? {};
const include = (process.env['LIMBER_MUTATION_TESTS'] ?? '').split(',');

/**
 * The unit tests' settings for the test files named in LIMBER_MUTATION_TESTS, separated by commas: see run.ts. Tests of pure code share a worker, which
 * saves starting one for each file and change.
 */
export default { ...config, test: { ...settings, include, isolate: !include.every((file) => file.startsWith('test/core/')) } };
