// Prints the bytes that a frame of a tracker allocates, as JSON: of all six parts, of head and hands with legs that step, and of head and hands that sway
// over heels that rise.
import type { TrackedPart } from '../../../../core/humanoid/tracking/tracked-places.ts';
import { createTracker } from '../../../../core/humanoid/tracking/tracker.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { fromAxisAngle, multiply } from '../../../../core/math/quat.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { countAllocations } from '../../../helpers/count-allocations.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { placesOf } from './places-of.ts';

const rig = buildRig(readGlbScene(MANNEQUIN));
const { humanoid, skeleton } = rig;

/** Frames after which the engine has compiled all of a tracker. */
const WARM = 2500;

/** A walk that bows and swings its arms, 90 frames a second. */
const poses = Array.from({ length: 180 }, (_, i) => {
  const pose = restPose(skeleton);
  const time = i / 90;
  pose[1] = -0.04;
  pose[2] = 1.1 * time;
  const turn = (joint: number, axis: readonly [number, number, number], angle: number): void =>
    setRotation(pose, joint, multiply(fromAxisAngle(axis, angle), rotationOf(pose, joint)));
  turn(humanoid.spine!, [1, 0, 0], 0.1 + 0.05 * Math.sin(4 * time));
  turn(humanoid.head!, [0, 1, 0], 0.4 * Math.sin(2 * time));
  turn(humanoid.leftUpperArm!, [0, 0, 1], -0.9 + 0.3 * Math.sin(5 * time));
  turn(humanoid.rightUpperArm!, [0, 0, 1], 0.9 + 0.3 * Math.sin(5 * time));
  turn(humanoid.leftUpperLeg!, [1, 0, 0], -0.3 * Math.sin(5 * time));
  turn(humanoid.rightUpperLeg!, [1, 0, 0], 0.3 * Math.sin(5 * time));
  return pose;
});

/** One who stands and sways by 5 cm to either side. */
const swaying = poses.map((_, i) => {
  const pose = restPose(skeleton);
  pose[0] = 0.05 * Math.sin((Math.PI * i) / 45);
  return pose;
});

async function bytesOf(motion: readonly Pose[], parts?: readonly TrackedPart[]): Promise<number> {
  const frames = motion.map((pose) => placesOf(rig, pose, parts));
  const tracker = createTracker(rig);
  let frame = 0;
  return countAllocations(() => void tracker.update(frames[frame++ % frames.length]!, 1 / 90), WARM);
}

const HEAD_AND_HANDS = ['head', 'leftHand', 'rightHand'] as const;
const [six, three, sways] = [await bytesOf(poses), await bytesOf(poses, HEAD_AND_HANDS), await bytesOf(swaying, HEAD_AND_HANDS)];
console.log(JSON.stringify({ six, three, sways }));
