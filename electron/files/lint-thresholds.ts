import { z } from 'zod';
import { ISSUE_KINDS, type LintSettings } from '../../core/animation/lint/issues.ts';
import { explainProblem } from '../../core/formats/text/explain-problem.ts';
import { toRadians } from '../../core/math/angles.ts';
import { GRAVITY } from '../../core/math/gravity.ts';
import { readWholeFile } from './storage/read-file.ts';

const bar = z.number().positive().max(1e6).optional();

/** Degrees (`speed`, `seamSpeed` and `spin`: degrees a second), millimetres, and times gravity (`landing`), as people write them. */
const SCHEMA = z.strictObject({
  limit: bar,
  flip: bar,
  pop: bar,
  speed: bar,
  slide: bar,
  floor: bar,
  flight: bar,
  landing: bar,
  spin: bar,
  balance: bar,
  push: bar,
  contact: bar,
  direction: bar,
  overlap: bar,
  seam: bar,
  seamSpeed: bar,
  ignore: z.array(z.enum(ISSUE_KINDS)).optional(),
});

/** Reads a JSON file of thresholds for lint. Throws an `Error` with one sentence when it cannot be used. */
export async function readThresholds(path: string): Promise<LintSettings> {
  const text = new TextDecoder().decode(await readWholeFile(path));
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error(`the thresholds in "${path}" are no JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`, {
      cause: error,
    });
  }
  const { success, data, error } = SCHEMA.safeParse(json);
  if (!success) throw new Error(`the thresholds in "${path}" cannot be used: ${explainProblem(error)}`);
  const {
    ignore,
    limit,
    flip,
    pop,
    seam,
    seamSpeed,
    speed: speedJump,
    slide,
    floor,
    flight,
    landing,
    spin,
    balance,
    push,
    contact,
    direction,
    overlap,
  } = data;
  const degrees = { limit, flip, pop, seam, seamSpeed, speedJump, spin, direction };
  const millimetres = { slide, floor, flight, balance, push, contact, overlap };
  return {
    ...scaled(degrees, toRadians(1)),
    ...scaled(millimetres, 1e-3),
    ...scaled({ landing }, GRAVITY),
    ...(ignore && { ignore }),
  };
}

function scaled(values: Readonly<Record<string, number | undefined>>, unit: number): LintSettings {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value * unit]])),
  );
}
