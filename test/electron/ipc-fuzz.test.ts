import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { decode, encode } from '@msgpack/msgpack';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dispatch, parameterSchemas } from '../../electron/ipc.ts';
import { freshServices } from './services/fresh-services.ts';
import { sampleProject } from './services/sample-project.ts';

const SEED = 20261121;
const NAMES = Object.keys(parameterSchemas);
const PARAMETERS = [
  ['/etc/passwd'],
  ['/tmp', sampleProject('a'.repeat(64))],
  [{ label: 'x', folder: null, changed: {} }],
  [[]],
  [],
];

/** Parameters that look right, with something else at one place. */
const spoiled = fc
  .tuple(fc.constantFrom(...PARAMETERS), fc.anything({ withNullPrototype: false }), fc.nat())
  .map(([parameters, value, where]) => spoil(structuredClone(parameters), value, where));

function spoil(parameters: unknown, value: unknown, where: number): unknown {
  if (typeof parameters !== 'object' || parameters === null) return value;
  const keys = Object.keys(parameters);
  const key = keys[where % (keys.length + 1)];
  if (key === undefined) return value;
  const inner = (parameters as Record<string, unknown>)[key];
  Object.assign(parameters, { [key]: spoil(inner, value, Math.floor(where / (keys.length + 1))) });
  return parameters;
}

test(
  `whatever a page sends (seed ${SEED}), every message is answered, and refusals are one sentence that travels`,
  { timeout: 60_000 },
  async () => {
    const { services, folder } = await freshServices();
    const before = await readdir(dirname(folder));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...NAMES), fc.oneof(fc.anything(), spoiled), async (name, parameters) => {
        const answer = await dispatch(services, name, parameters);
        if (answer.ok) return;
        expect(answer.error.message).toMatch(/^[^\n]{3,500}$/);
        expect(decode(encode(answer, { ignoreUndefined: true }))).toEqual(answer);
      }),
      { seed: SEED, numRuns: 1500 },
    );
    expect(await readdir(folder)).toEqual(['hero.glb']);
    expect((await readdir(dirname(folder))).filter((name) => name !== 'data')).toEqual(before);
  },
);
