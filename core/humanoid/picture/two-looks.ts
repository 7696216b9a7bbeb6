import { dot, lerp, subtract } from '../../math/vec3.ts';
import type { BodyLengths } from './body-lengths.ts';
import type { LimbExamples } from './limb-examples.ts';
import { liftPerson, type LiftedPerson } from './lift-person.ts';
import type { SeenPart, SeenPerson } from './seen-person.ts';
import { onOtherSide } from '../body/bones.ts';

/** A person that was read in a picture. */
export interface ReadPerson {
  /** As it is believed to be seen. */
  readonly seen: SeenPerson;
  readonly person: LiftedPerson;
  /** Whether one look took for the person's front what the other took for the back. */
  readonly isTurned: boolean;
}

/**
 * Reads a picture by two looks of a detector, the second one at the mirrored picture: it errs otherwise, though it knows as much. Where both take the same side
 * of the person for the front the mean of both is read, else the look whose limbs stand more as limbs do. Either may be null, of a look that found nobody; null
 * where both are.
 */
export function readLooks(
  straight: SeenPerson | null,
  mirrored: SeenPerson | null,
  lengths: BodyLengths,
  examples: LimbExamples,
): ReadPerson | null {
  const other = mirrored && mirroredPerson(mirrored);
  const only = straight ?? other;
  const read = (seen: SeenPerson, isTurned: boolean): ReadPerson => ({
    seen,
    person: liftPerson(seen, lengths, examples),
    isTurned,
  });
  if (!only) return null;
  if (!straight || !other) return read(only, false);
  if (dot(acrossOf(straight), acrossOf(other)) > 0) return read(meanOf(straight, other), false);
  const [a, b] = [read(straight, true), read(other, true)];
  return a.person.cost <= b.person.cost ? a : b;
}

/** The person whose mirror image is seen: left is right. */
export function mirroredPerson(seen: SeenPerson): SeenPerson {
  return Object.fromEntries(
    (Object.keys(seen) as SeenPart[]).map((part) => {
      const { right, up, believed, sure } = seen[onOtherSide(part)];
      return [part, { right: -right, up, believed: [-believed[0], believed[1], believed[2]], sure }];
    }),
  ) as unknown as SeenPerson;
}

function acrossOf({ leftShoulder, rightShoulder }: SeenPerson) {
  return subtract(leftShoulder.believed, rightShoulder.believed);
}

function meanOf(a: SeenPerson, b: SeenPerson): SeenPerson {
  return Object.fromEntries(
    (Object.keys(a) as SeenPart[]).map((part) => [
      part,
      {
        right: (a[part].right + b[part].right) / 2,
        up: (a[part].up + b[part].up) / 2,
        believed: lerp(a[part].believed, b[part].believed, 0.5),
        sure: (a[part].sure + b[part].sure) / 2,
      },
    ]),
  ) as unknown as SeenPerson;
}
