import { sided, SIDES, type Side } from '../../humanoid/body/found-bones.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { toRadians, wrapAngle } from '../../math/angles.ts';
import { atan2, hypot } from '../../math/elementary.ts';
import { quatAt, rotate } from '../../math/quat.ts';
import type { WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { CONTACT_SETTINGS, type Contact } from '../contacts.ts';
import { footShape } from '../foot-shapes.ts';

/** Radians a second about the vertical from which on a foot turns: one that stands is set straight more slowly. */
const TURNING = toRadians(60);
/** Seconds before and after a frame in which that is measured. */
const REACH = 0.25;
/** Share of its length that a foot shows from above at least to have a heading. */
const LEVEL = 0.3;

/**
 * The contacts without the frames in which an ankle stays where it is while its foot turns about the vertical, as near the axis of a body that spins.
 * Toes stay: a foot may turn on its ball.
 */
export function withoutTurning(
  rig: Rig,
  contacts: readonly Contact[],
  worlds: readonly WorldTransforms[],
  fps: number,
): Contact[] {
  const reach = Math.max(1, Math.round(REACH * fps));
  const turnings = SIDES.map((side) => [sided(side, 'Foot'), turningOf(rig, side, worlds, fps)] as const);
  return contacts.flatMap((contact): Contact[] => {
    const { bone, first, last } = contact;
    const turns = turnings.find(([foot]) => foot === bone)?.[1];
    if (!turns) return [contact];
    const still: Contact[] = [];
    let begin = first;
    for (let frame = first; frame <= last + 1; frame++) {
      if (frame <= last && !turns(Math.max(first, frame - reach), Math.min(last, frame + reach))) continue;
      const isWhole = begin === first && frame > last;
      if (isWhole || frame - 1 - begin >= CONTACT_SETTINGS.shortest * fps)
        still.push({ ...contact, first: begin, last: frame - 1 });
      begin = frame + 1;
    }
    return still;
  });
}

/** Tells whether the foot of one side turns about the vertical between two frames. A rig without that foot has none that turns. */
export function turningOf(
  rig: Rig,
  side: Side,
  worlds: readonly WorldTransforms[],
  fps: number,
): (from: number, to: number) => boolean {
  const foot = rig.humanoid[sided(side, 'Foot')];
  if (foot === undefined) return () => false;
  const { ahead } = footShape(rig, side);
  // Headings that go on beyond half a turn; a foot that points up or down keeps the last one.
  const headings = new Float64Array(worlds.length);
  let heading = 0;
  worlds.forEach(({ rotations }, frame) => {
    const [x, , z] = rotate(quatAt(rotations, foot), ahead);
    if (hypot(x, z) > LEVEL) heading += frame > 0 ? wrapAngle(atan2(x, z) - heading) : atan2(x, z);
    headings[frame] = heading;
  });
  return (from, to) => Math.abs(headings[to]! - headings[from]!) * fps > TURNING * (to - from);
}
