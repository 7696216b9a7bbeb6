import { atan2 } from '../../math/elementary.ts';
import { multiply, rotate } from '../../math/quat.ts';
import { add, cross, dot, normalize, rejectFrom, subtract, UNIT_Y } from '../../math/vec3.ts';
import type { PinnedLimb, Sole } from './pinned-limbs.ts';
import { roll, stanceOf } from './plant-limbs.ts';

/** Radians below which a foot is flat. */
const FLAT = 2e-3;
/** Radians by which a heel may be below or above where it has to be and still be there because of that: knees and hips may have given way a little. */
const BELOW = 0.01;
const ABOVE = 0.06;

/**
 * A pinned foot as it stands where its heel need not be up: flat, if the snapshot has the heel up by just as much as that of the flat foot would have to come
 * up for the leg. So a heel that came up in a crouch goes down again in a later pull, and one that is up by more or less, which somebody posed so, stays.
 */
export function withHeelDown(pinned: PinnedLimb): PinnedLimb {
  const { sole, plane, rotation } = pinned;
  if (!sole || !rotation) return pinned;
  const upright = rejectFrom(UNIT_Y, sole.lateral);
  const raised = atan2(dot(sole.lateral, cross(upright, sole.up)), dot(upright, sole.up));
  if (!(raised > FLAT)) return pinned;
  const down = roll(sole, -raised);
  const end = add(sole.ball, rotate(down, subtract(plane.end, sole.ball)));
  const { ankle, knee, lateral } = sole;
  const flat: PinnedLimb & { readonly sole: Sole } = {
    ...pinned,
    plane: { ...plane, end },
    pole: normalize(rejectFrom(pinned.pole, normalize(subtract(end, plane.root)))),
    rotation: multiply(down, rotation),
    sole: {
      ...sole,
      spare: 1,
      ahead: rotate(down, sole.ahead),
      up: rotate(down, sole.up),
      knee: { ...knee, aside: dot(subtract(plane.bend, end), lateral) },
      ankle: { ...ankle, lean: ankle.lean + raised },
    },
  };
  const { heel } = stanceOf(flat, plane.root);
  if (heel < FLAT || raised < heel - BELOW || raised > heel + ABOVE) return pinned;
  return { ...flat, sole: { ...flat.sole, spare: Math.max(1, raised / heel) } };
}
