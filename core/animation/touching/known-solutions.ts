import type { PosedActor } from '../../humanoid/body/actor.ts';
import type { BodyContact } from '../../humanoid/bodies/body-contact.ts';
import { createContactSolver } from '../../humanoid/bodies/contact-solver.ts';
import { perRig } from '../../humanoid/body/per-rig.ts';
import type { Pose } from '../../skeleton/pose.ts';

/** Poses in which the contacts hold, from those of the actors, see `createContactSolver`; `time` is that of the frame, seconds. */
type SolveAt = (time: number, actors: readonly PosedActor[], contacts: readonly BodyContact[]) => readonly Pose[];

/** What was solved, and what was found. */
interface Known {
  readonly actors: readonly PosedActor[];
  /** Contacts, places and pins in a text. */
  readonly told: string;
  readonly poses: readonly Pose[];
}

/** Solutions that are kept of each frame: one with a fading contact is solved up to three times. */
const MOST_OF_A_FRAME = 4;
/** Frames of which solutions are kept: three minutes at 24 frames a second. */
const MOST_FRAMES = 4320;

/**
 * A contact solver that keeps what it has found, one for each character that is first among the actors: an edit asks for the whole clip again, and changes few
 * of its frames.
 */
export const solverThatKeeps = perRig((): SolveAt => {
  const solver = createContactSolver();
  const frames = new Map<number, Known[]>();
  return (time, actors, contacts) => {
    const told = JSON.stringify([contacts, actors.map(({ place, pins }) => [place, pins])]);
    const known = frames.get(time) ?? [];
    const last = known.find((each) => each.told === told && areSame(each.actors, actors));
    // The very pose that was given where a body does not move.
    if (last) return actors.map(({ pose }, a) => (last.poses[a] === last.actors[a]!.pose ? pose : last.poses[a]!));
    const { poses } = solver.solve(actors, contacts);
    if (frames.size >= MOST_FRAMES) frames.clear();
    frames.set(time, [{ actors, told, poses }, ...known.slice(0, MOST_OF_A_FRAME - 1)]);
    return poses;
  };
});

function areSame(a: readonly PosedActor[], b: readonly PosedActor[]): boolean {
  return a.length === b.length && a.every(({ rig, pose }, i) => rig === b[i]!.rig && isSamePose(pose, b[i]!.pose));
}

function isSamePose(a: Pose, b: Pose): boolean {
  if (a === b) return true;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return a.length === b.length;
}
