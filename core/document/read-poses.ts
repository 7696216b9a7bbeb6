import { checkSkeleton, type Skeleton } from '../skeleton/skeleton.ts';
import { clamp } from '../math/angles.ts';
import { poseOffset, ROOT_TRACK } from '../animation/clip.ts';
import { tidyFolder } from '../library/folders.ts';
import type { SavedPose } from '../library/saved-pose.ts';
import { UNIT_ROUNDING } from '../math/tolerances.ts';
import { restPose, rotationIndex, setRotation, slideIndex, type Pose } from '../skeleton/pose.ts';
import { checkPoseData, checkSavedData } from './check-data.ts';
import { numbersOfPacked, rotationAt, type PackedPoses } from './packed-poses.ts';
import type { PoseData, SavedPoseData } from './project-data.ts';
import { type Reading, startReading, unknownNames, expressionTrackOf, jointOf, unitRotation } from './reading.ts';
import { readMotion } from './read-clips.ts';

/** A pose from plain JSON, with sentences about what could not be used. */
export function poseFromData<Names>(
  skeleton: Skeleton<Names>,
  data: PoseData,
): { readonly pose: Pose<Names>; readonly warnings: readonly string[] } {
  checkSkeleton(skeleton);
  const reading = startReading(skeleton);
  const pose = readPose(reading, data, 'the pose');
  return { pose, warnings: [...unknownNames(reading), ...reading.warnings] };
}

/** A saved pose from plain JSON; joints that the skeleton does not have are left out of it. */
export function savedPoseFromData(skeleton: Skeleton, data: SavedPoseData): SavedPose {
  return readSavedPose(startReading(skeleton), data);
}

/** Poses that come packed, for this skeleton, with sentences about what could not be used. Poses of all joints share the list of them. */
export function readPackedPoses(
  skeleton: Skeleton,
  packed: PackedPoses,
): { readonly poses: readonly SavedPose[]; readonly warnings: readonly string[] } {
  const reading = startReading(skeleton);
  const numbers = numbersOfPacked(packed);
  const joints = packed.joints.map((key) => jointOf(reading, key));
  const stride = 3 + 4 * joints.length;
  const all = [...skeleton.names.keys()];
  const allAndRoot = [ROOT_TRACK, ...all];
  const poses = packed.items.map(
    ({ joints: spoken, root, slides = [], expressions, weights, folder, favourite, ...item }, i): SavedPose => {
      const pose = restPose(skeleton);
      const at = stride * i;
      pose.set(numbers.subarray(at, at + 3));
      joints.forEach((joint, place) => {
        if (joint === null) return;
        const from = at + 3 + 4 * place;
        const to = rotationIndex(joint);
        const [x, y, z, w] = rotationAt(numbers, from);
        const lengthSquared = x * x + y * y + z * z + w * w;
        // Nearly all have length 1 to the last digits.
        if (Math.abs(lengthSquared - 1) < UNIT_ROUNDING) for (let k = 0; k < 4; k++) pose[to + k] = numbers[from + k]!;
        else {
          const rotation = unitRotation(rotationAt(numbers, from));
          if (rotation) setRotation(pose, joint, rotation);
          else
            reading.warnings.push(
              `In the pose "${item.name}" the rotation of "${packed.joints[place]!}" is not a rotation and was left out.`,
            );
        }
      });
      if (slides.length > 0 && slides.length === skeleton.slideCount) pose.set(slides, slideIndex(skeleton, 0));
      readWeights(reading, weights, pose);
      const faces = spokenExpressions(reading, expressions);
      const some = spoken === 'all' ? null : spoken.flatMap((place) => joints[place] ?? []);
      const body = some ? (root ? [ROOT_TRACK, ...some] : some) : root ? allAndRoot : all;
      return {
        id: item.id,
        name: item.name,
        tags: item.tags,
        folder: tidyFolder(folder ?? ''),
        isFavourite: favourite ?? false,
        pose,
        joints: faces.length > 0 ? [...body, ...faces] : body,
        thumbnail: item.thumbnail,
        ...(item.motion && readMotion(reading, item.name, item.motion)),
      };
    },
  );
  return { poses, warnings: [...unknownNames(reading), ...reading.warnings] };
}

export function readPose(reading: Reading, data: PoseData, where: string): Pose {
  checkPoseData(data, where);
  const { skeleton } = reading;
  const pose = restPose(skeleton);
  pose.set(data.root, 0);
  for (const [key, values] of Object.entries(data.joints)) {
    const joint = jointOf(reading, key);
    if (joint === null) continue;
    const rotation = unitRotation(values);
    if (rotation) setRotation(pose, joint, rotation);
    else reading.warnings.push(`In ${where} the rotation of "${key}" is not a rotation and was left out.`);
  }
  const slides = data.slides ?? [];
  if (slides.length === skeleton.slideCount) pose.set(slides, slideIndex(skeleton, 0));
  readWeights(reading, data.expressions, pose);
  return pose;
}

export function readSavedPose(reading: Reading, data: SavedPoseData): SavedPose {
  checkSavedData(data);
  const named = data.joints === 'all' ? [...reading.skeleton.names.keys()] : data.joints.map((key) => jointOf(reading, key));
  const joints = [...named, ...spokenExpressions(reading, data.expressions)].filter((joint) => joint !== null);
  return {
    id: data.id,
    name: data.name,
    tags: data.tags,
    folder: tidyFolder(data.folder ?? ''),
    isFavourite: data.favourite ?? false,
    pose: readPose(reading, data.pose, `the pose "${data.name}"`),
    joints: data.root ? [ROOT_TRACK, ...joints] : joints,
    thumbnail: data.thumbnail,
    ...(data.motion && readMotion(reading, data.name, data.motion)),
  };
}

function readWeights(reading: Reading, weights: PoseData['expressions'] = {}, pose: Pose): void {
  for (const [name, weight] of Object.entries(weights)) {
    const track = expressionTrackOf(reading, name);
    if (track !== null && Number.isFinite(weight)) pose[poseOffset(track, pose)] = clamp(weight, 0, 1);
  }
}

function spokenExpressions(reading: Reading, names: readonly string[] = []): number[] {
  return names.flatMap((name) => expressionTrackOf(reading, name) ?? []);
}
