import { clipFromPoses } from '../../../core/animation/clip-from-poses.ts';
import type { IssueKind } from '../../../core/animation/lint/issues.ts';
import { frameTimes, posesAt } from '../../../core/animation/joint-paths.ts';
import { carryBody } from '../../../core/animation/repair/carry-body.ts';
import { centreOfMass, segmentMasses } from '../../../core/humanoid/anatomy/masses.ts';
import { footPoints } from '../../../core/animation/holding/contact-points.ts';
import { conjugate, fromAxisAngle, multiply, rotate } from '../../../core/math/quat.ts';
import { subtract, UNIT_Y, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { moveBy, type Pose, rotationOf, setRotation } from '../../../core/skeleton/pose.ts';
import type { CapturedMotion } from './captured.ts';
import { jumpsIn, type Jump, type Standing } from './measures.ts';

/** A motion that no body makes, and the feet that its repair must leave where they are. */
export interface Spoiled extends CapturedMotion {
  readonly standing: readonly Standing[];
}

export interface Spoiler {
  readonly name: string;
  /** As what Check should find it. */
  readonly kind: IssueKind;
  readonly spoil: (motion: CapturedMotion) => Spoiled[];
}

const share = (value: number) => Math.min(1, Math.max(0, value));
const posesOf = ({ rig, clip }: CapturedMotion) => posesAt(rig.skeleton, clip, frameTimes(clip));

/** The poses as a clip, with all feet standing but in the flight. */
function spoiled({ rig, clip, name, flight }: Jump, poses: readonly Pose[]): Spoiled {
  const made = clipFromPoses(rig.skeleton, poses, { id: clip.id, name: clip.name, fps: clip.fps, loop: false });
  const frames = poses.flatMap((_, frame) => (frame <= flight.first || frame >= flight.last ? [frame] : []));
  return { name, rig, clip: made, standing: footPoints(rig).map(({ limb }) => ({ joint: limb.end, frames })) };
}

/** All of the poses turned about their centres of mass, by so many radians each. */
function turned(rig: CapturedMotion['rig'], pose: Pose, angle: number): Pose {
  const { root } = rig.skeleton;
  const world = forwardKinematics(rig.skeleton, pose);
  const turn = fromAxisAngle(UNIT_Y, angle);
  const from = subtract(worldPosition(world, root), centreOfMass(segmentMasses(rig), world));
  const moved = moveBy(pose, subtract(rotate(turn, from), from));
  const own = rotationOf(pose, root);
  const frame = multiply(worldRotation(world, root), conjugate(own));
  setRotation(moved, root, multiply(multiply(conjugate(frame), multiply(turn, frame)), own));
  return moved;
}

/** The middle of a stand in front of a jump: the first pose of it, held for two seconds. */
function stand(jump: Jump, change: (pose: Pose, frame: number, last: number) => Pose): { poses: Pose[]; feet: Standing[] } {
  const [first] = posesOf(jump);
  const count = 2 * jump.clip.fps + 1;
  const poses = Array.from({ length: count }, (_, frame) => change(first!, frame, count - 1));
  const frames = poses.map((_, frame) => frame);
  return { poses, feet: footPoints(jump.rig).map(({ limb }) => ({ joint: limb.end, frames })) };
}

const held = (jump: Jump, poses: readonly Pose[]) =>
  clipFromPoses(jump.rig.skeleton, poses, { id: 'c', name: 'Stand', fps: jump.clip.fps, loop: false });

export const SPOILERS: readonly Spoiler[] = [
  {
    name: 'a fifth as heavy in the air',
    kind: 'flight',
    spoil: (motion) =>
      jumpsIn(motion).map((jump) => {
        const { flight, clip } = jump;
        const seconds = (flight.last - flight.first) / clip.fps;
        return spoiled(
          jump,
          posesOf(jump).map((pose, frame) => {
            const t = share((frame - flight.first) / (flight.last - flight.first)) * seconds;
            return moveBy(pose, [0, 0.8 * (9.81 / 2) * t * (seconds - t), 0]);
          }),
        );
      }),
  },
  {
    name: 'hanging at the top',
    kind: 'flight',
    spoil: (motion) =>
      jumpsIn(motion).map((jump) => {
        const { flight } = jump;
        return spoiled(
          jump,
          posesOf(jump).map((pose, frame) => {
            const u = share((frame - flight.first) / (flight.last - flight.first));
            return moveBy(pose, [0, 0.3 * (1 - (2 * u - 1) ** 8) - 0.3 * 4 * u * (1 - u), 0]);
          }),
        );
      }),
  },
  {
    name: 'landing like a post',
    kind: 'landing',
    spoil: (motion) =>
      jumpsIn(motion).map((jump) => {
        const poses = posesOf(jump);
        return spoiled(
          jump,
          poses.map((pose, frame) => (frame > jump.flight.last ? poses[jump.flight.last]! : pose)),
        );
      }),
  },
  {
    name: 'half a turn in the air, and back',
    kind: 'spin',
    spoil: (motion) =>
      jumpsIn(motion).map((jump) => {
        const { first, last } = jump.flight;
        return spoiled(
          jump,
          posesOf(jump).map((pose, frame) => {
            const u = share((frame - first) / (last - first));
            const [a, b] = [share(3 * u - 1), share(3 * u - 2)];
            return turned(jump.rig, pose, Math.PI * (a * a * (3 - 2 * a) - b * b * (3 - 2 * b)));
          }),
        );
      }),
  },
  {
    name: 'standing beside its feet',
    kind: 'balance',
    spoil: (motion) =>
      jumpsIn(motion).map((jump) => {
        const { poses, feet } = stand(jump, (pose) => pose);
        const aside: Vec3 = [0.25, 0, 0.25];
        const share16 = (frame: number) => share(Math.min(frame, poses.length - 1 - frame) / 15);
        const carried = new Map(
          poses.map((pose, frame) => [frame, moveBy(pose, [aside[0] * share16(frame), 0, aside[2] * share16(frame)])]),
        );
        const clip = carryBody(jump.rig, held(jump, poses), { poses, carried, stays: () => true });
        return { name: jump.name, rig: jump.rig, clip, standing: feet };
      }),
  },
];
