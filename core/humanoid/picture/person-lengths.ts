import type { Rig } from '../body/rig.ts';
import { lengthsOf, type BodyLengths } from './body-lengths.ts';

/** Lengths of an average person in shares of the height: Drillis and Contini 1966, as Winter 2009 has them; widths between the joints. */
const AVERAGE: BodyLengths = {
  upperArm: 0.172,
  forearm: 0.146,
  thigh: 0.245,
  shin: 0.246,
  shoulders: 0.21,
  hips: 0.104,
  trunk: 0.288,
};

/** Share by which a length of a body is off an average person's, where the body still has a person's proportions. */
const MOST_OFF = 0.3;

/** The lengths that a person in a picture has beside a character. */
export interface PersonLengths {
  readonly lengths: BodyLengths;
  /** Whether they are the character's own; else it has not the proportions of a person, and they are an average person's. */
  readonly areOwn: boolean;
}

/**
 * The lengths by which a picture is read for a character: its own where its limbs have a person's proportions, else an average person's of the size of its limbs
 * together, since pictures show persons. Throws a `RangeError` of one sentence where it lacks an arm or a leg.
 */
export function personLengths(rig: Rig): PersonLengths {
  const own = lengthsOf(rig);
  const names = Object.keys(AVERAGE) as (keyof BodyLengths)[];
  const limbs = (lengths: BodyLengths): number =>
    lengths.upperArm + lengths.forearm + lengths.thigh + lengths.shin + lengths.trunk;
  const size = limbs(own) / limbs(AVERAGE);
  const average = Object.fromEntries(names.map((name) => [name, size * AVERAGE[name]])) as unknown as BodyLengths;
  // Widths say little of proportions: rigs place shoulders and hips freely.
  const areOwn = names
    .filter((name) => name !== 'shoulders' && name !== 'hips')
    .every((name) => Math.abs(own[name] / average[name] - 1) < MOST_OFF);
  return { lengths: areOwn ? own : average, areOwn };
}
