import { checkFieldsOf, type FieldsOf } from '../math/near-names.ts';
import { checkRig } from '../humanoid/body/check-rig.ts';
import { checkClips, checkRate } from '../animation/check-clip.ts';
import type { Clip } from '../animation/clip.ts';
import { frameTimes } from '../animation/joint-paths.ts';
import { sampleClip } from '../animation/sampling.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { mirrorPose } from '../humanoid/transfer/mirror-pose.ts';
import { checkFinite } from '../math/check-numbers.ts';
import { checkFlag, checkFunction, checkTexts } from '../math/check-values.ts';
import { conjugate, rotate } from '../math/quat.ts';
import { differentNames } from '../math/different-names.ts';
import { subtract } from '../math/vec3.ts';
import { createWorldTransforms, forwardKinematics, worldPosition, worldRotation } from '../skeleton/forward-kinematics.ts';
import type { Pose } from '../skeleton/pose.ts';
import { capturePose } from './apply.ts';
import { tidyFolder } from './folders.ts';
import type { SavedPose } from './saved-pose.ts';

/** Which poses of a motion are kept. */
export interface SampleMotionOptions {
  /** Frames looked at in a second. Default 10. */
  readonly fps?: number;
  /** Poses are near-duplicates when no joint is farther from its place in the other, seen from the hips, than this share of the hip height. Default 0.08. */
  readonly difference?: number;
  /** Whether poses are kept that differ from an earlier one only by being its mirror image: saved poses can be applied mirrored. Default: no. */
  readonly mirrored?: boolean;
  /** Tags of the poses beside the clip's name. */
  readonly tags?: readonly string[];
  /** Told after each clip: clips done, clips in all. */
  readonly onProgress?: (done: number, all: number) => void;
}

const MOTION_FIELDS: FieldsOf<SampleMotionOptions> = {
  fps: true,
  difference: true,
  mirrored: true,
  tags: true,
  onProgress: true,
};

/**
 * The poses of some clips of one rig that differ from each other and from each other's mirror images, in order: what a library built from motion holds. Named by clip and
 * time, tagged with the clip's name and in a folder of that name; ids follow from the names, so that the same clips give the same library.
 */
export function sampleMotion(rig: Rig, clips: readonly Clip[], options: SampleMotionOptions = {}): SavedPose[] {
  checkRig(rig);
  checkClips(clips, 'the clips');
  checkFieldsOf(options, MOTION_FIELDS, 'the options');
  const { fps = 10, difference = 0.08, mirrored = false, tags = [], onProgress } = options;
  checkRate(fps, 'what is looked at');
  checkFinite(difference, 'the difference');
  checkFlag(mirrored, 'whether mirror images are kept');
  checkTexts(tags, 'the tags');
  if (onProgress !== undefined) checkFunction(onProgress, 'onProgress');
  const limit = difference * rig.report.hipHeight;
  const shapeOf = shapeReader(rig);
  const kept: SavedPose[] = [];
  const shapes: Float32Array[] = [];
  const differing = differentNames({ between: '-' });
  clips.forEach((clip, c) => {
    const folder = tidyFolder(clip.name.replaceAll('/', '-'));
    for (const time of frameTimes(clip, fps)) {
      const pose = sampleClip(rig.skeleton, clip, time);
      const shape = shapeOf(pose);
      if (hasTwin(shapes, shape, limit) || (!mirrored && hasTwin(shapes, shapeOf(mirrorPose(rig, pose)), limit))) continue;
      shapes.push(shape);
      const name = `${clip.name} ${time.toFixed(2)} s`;
      const id = differing(plain(`${clip.id} ${Math.round(1000 * time)}`));
      kept.push(capturePose(rig.skeleton, pose, { id, name, tags: [clip.name, ...tags], folder }));
    }
    onProgress?.(c + 1, clips.length);
  });
  return kept;
}

/** Reads where the bones of a pose are, seen from its root: 3 numbers each, metres. */
function shapeReader({ skeleton, humanoid }: Rig): (pose: Pose) => Float32Array {
  const joints = Object.values(humanoid).filter((joint) => joint !== skeleton.root);
  const world = createWorldTransforms(skeleton);
  return (pose) => {
    forwardKinematics(skeleton, pose, world);
    const back = conjugate(worldRotation(world, skeleton.root));
    const hips = worldPosition(world, skeleton.root);
    const shape = new Float32Array(3 * joints.length);
    joints.forEach((joint, k) => shape.set(rotate(back, subtract(worldPosition(world, joint), hips)), 3 * k));
    return shape;
  };
}

/** The shape looked at last is the likeliest twin. */
function hasTwin(shapes: readonly Float32Array[], shape: Float32Array, limit: number): boolean {
  return shapes.some((_, i) => isNear(shapes[shapes.length - 1 - i]!, shape, limit));
}

/** Whether every point of one shape is within `limit` metres of the same point of the other. */
function isNear(a: Float32Array, b: Float32Array, limit: number): boolean {
  const most = limit * limit;
  for (let i = 0; i < a.length; i += 3) {
    const dx = a[i]! - b[i]!;
    const dy = a[i + 1]! - b[i + 1]!;
    const dz = a[i + 2]! - b[i + 2]!;
    if (dx * dx + dy * dy + dz * dz > most) return false;
  }
  return true;
}

/** Lower-case letters, digits and hyphens: fit for a file name on every system. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
