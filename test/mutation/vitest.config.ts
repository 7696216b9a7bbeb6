import config from '../vitest.config.ts';

/** The unit tests' settings for the test files named in LIMBER_MUTATION_TESTS, separated by commas: see run.ts. */
export default { ...config, test: { ...config.test, include: (process.env['LIMBER_MUTATION_TESTS'] ?? '').split(',') } };
