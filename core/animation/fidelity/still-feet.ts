import { sided, SIDES, type Side } from '../../humanoid/body/found-bones.ts';
import { legLength } from '../../humanoid/body/leg-length.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { distance, vec3At } from '../../math/vec3.ts';
import type { WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { footShape } from '../foot-shapes.ts';
import { footAttitude } from '../retarget/foot-attitude.ts';
import { quantile } from '../../math/quantile.ts';
import { legRoots } from '../retarget/place-body.ts';
import { turningOf } from '../retarget/turning-feet.ts';

/** The frames in which an ankle and the toes of one side are still on the floor. */
export interface StillFoot {
  readonly side: Side;
  readonly ankle: readonly number[];
  readonly toes: readonly number[];
}

/** Leg lengths over the floor, and leg lengths a second, up to which a foot is still on it. */
const LOW = 0.04;
const SLOW = 0.15;
/** Leg lengths by which the leg roots of a body that stands upright are over its feet. */
const UPRIGHT = 0.8;
/** Share of the frames in which a foot may be lower than the floor. */
const UNDER = 0.05;
/** Seconds from a frame to those between which speed is measured. */
const REACH = 1 / 30;

/**
 * Where the feet of a body are still on its floor, frame by frame and with no regard to steps. It does not know what is held, so that it sees
 * what the holding of feet overlooks. The floor is as low as the feet get; where they stand lower at rest, only a body that stands upright has
 * its feet on a floor there: of one that sits or lies they hang in the air. Feet that turn on the spot do not stand. With `byToes`, an ankle is still only where its toes are: a heel may
 * rise over them.
 */
export function stillFeet(rig: Rig, worlds: readonly WorldTransforms[], fps: number, byToes: boolean): StillFoot[] {
  const reach = Math.max(1, Math.round(REACH * fps));
  const sides = SIDES.filter((side) => rig.humanoid[sided(side, 'Foot')] !== undefined);
  const leg = legLength(rig);
  const hips = worlds.map((world) => legRoots(rig, world)[1]);
  const find = (part: 'Foot' | 'Toes') => {
    const joints = sides.map((side) => rig.humanoid[sided(side, part)]!);
    const floor = quantile(
      joints.flatMap((joint) => worlds.map((world) => heightOf(world, joint))),
      UNDER,
    );
    const lowest = Math.min(floor, ...sides.map((side) => restHeight(rig, side, part)));
    return joints.map((joint) => {
      const onFloor = worlds.map((world, frame) => {
        const height = heightOf(world, joint);
        return height < lowest + LOW * leg || (height < floor + LOW * leg && hips[frame]! - height > UPRIGHT * leg);
      });
      return stillFrames(joint, worlds, onFloor, (SLOW * leg) / fps, reach);
    });
  };
  const [ankles, toes] = [find('Foot'), byToes ? find('Toes') : null];
  return sides.map((side, k) => {
    const standing = toes && new Set(toes[k]);
    const turns = turningOf(rig, side, worlds, fps);
    const isFlat = (frame: number) => footAttitude(rig, side, worlds, frame, frame) !== 'tipped';
    const stands = (frame: number) =>
      (standing?.has(frame) ?? true) &&
      isFlat(frame) &&
      !turns(Math.max(0, frame - reach), Math.min(worlds.length - 1, frame + reach));
    return { side, ankle: ankles[k]!.filter(stands), toes: toes?.[k] ?? [] };
  });
}

function restHeight(rig: Rig, side: Side, part: 'Foot' | 'Toes'): number {
  const { standing, toesStanding } = footShape(rig, side);
  return part === 'Foot' ? standing : toesStanding;
}

/** Frames on the floor in which a joint is slower than that, metres a frame, and so are those around them. */
function stillFrames(
  joint: number,
  worlds: readonly WorldTransforms[],
  onFloor: readonly boolean[],
  slow: number,
  reach: number,
): number[] {
  const last = worlds.length - 1;
  const still = worlds.map((_, frame) => {
    const [from, to] = [Math.max(0, frame - reach), Math.min(last, frame + reach)];
    const way = distance(vec3At(worlds[to]!.positions, joint), vec3At(worlds[from]!.positions, joint));
    return onFloor[frame]! && way <= slow * (to - from);
  });
  return [...still.keys()].filter((frame) => still.slice(Math.max(0, frame - reach), frame + reach + 1).every(Boolean));
}

function heightOf({ positions }: WorldTransforms, joint: number): number {
  return positions[3 * joint + 1]!;
}
