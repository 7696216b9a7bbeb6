import config from '../vitest.config.ts';

const { projects: _, ...settings } = config.test ?? {};

/** The unit tests' settings for the test files named in LIMBER_MUTATION_TESTS, separated by commas: see run.ts. */
export default { ...config, test: { ...settings, include: (process.env['LIMBER_MUTATION_TESTS'] ?? '').split(',') } };
