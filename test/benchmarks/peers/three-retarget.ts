import {
  AnimationClip,
  Bone,
  BufferGeometry,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  QuaternionKeyframeTrack,
  Skeleton,
  SkinnedMesh,
  Vector3,
  VectorKeyframeTrack,
  type KeyframeTrack,
} from 'three';
import { retargetClip as retargetInThree } from 'three/examples/jsm/utils/SkeletonUtils.js';
import { clipFromPoses } from '../../../core/animation/clip-from-poses.ts';
import type { Clip } from '../../../core/animation/clip.ts';
import { frameTimes, posesAt } from '../../../core/animation/joint-paths.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { conjugate, multiply, quatAt, rotate, type Quat } from '../../../core/math/quat.ts';
import { scale, subtract, vec3At } from '../../../core/math/vec3.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, rootTranslationOf, rotationOf, setRotation, type Pose } from '../../../core/skeleton/pose.ts';

/** World turns since rest copied bone by bone, the hips' displacement scaled by the hips' heights: what any tool does first. */
export function copyWorldTurns(from: Rig, clip: Clip, to: Rig, fps: number): Clip {
  const [restFrom, restTo] = [from, to].map(({ skeleton }) => forwardKinematics(skeleton, restPose(skeleton)));
  const boneOf = new Map(Object.entries(to.humanoid).map(([bone, joint]) => [joint, bone as keyof typeof to.humanoid]));
  const facing = turnBetween(from, to);
  const size = to.report.hipHeight / from.report.hipHeight;
  const poses = posesAt(from.skeleton, clip, frameTimes(clip, fps)).map((pose) => {
    const world = forwardKinematics(from.skeleton, pose);
    const result = restPose(to.skeleton);
    const hips = from.humanoid.hips!;
    result.set(rotate(facing, scale(subtract(vec3At(world.positions, hips), vec3At(restFrom!.positions, hips)), size)));
    const worlds: Quat[] = [];
    for (let j = 0; j < to.skeleton.count; j++) {
      const parent = to.skeleton.parents[j]!;
      const rest = quatAt(to.skeleton.rest, j);
      const resting = parent < 0 ? rest : multiply(worlds[parent]!, rest);
      const bone = boneOf.get(j);
      const source = bone === undefined ? undefined : from.humanoid[bone];
      if (source === undefined) {
        worlds[j] = resting;
        continue;
      }
      const turn = multiply(quatAt(world.rotations, source), conjugate(quatAt(restFrom!.rotations, source)));
      worlds[j] = multiply(multiply(multiply(facing, turn), conjugate(facing)), quatAt(restTo!.rotations, j));
      setRotation(result, j, multiply(conjugate(resting), worlds[j]!));
    }
    return result;
  });
  return clipFromPoses(to.skeleton, poses, { id: clip.id, name: clip.name, fps, loop: false });
}

/** three.js's `SkeletonUtils.retargetClip`, given the bones' names and the offsets between the rest poses, which it asks for. */
export function retargetWithThree(from: Rig, clip: Clip, to: Rig, fps: number): Clip {
  const [source, target] = [meshOf(from), meshOf(to)];
  const restOf = ({ skeleton }: Rig) => forwardKinematics(skeleton, restPose(skeleton));
  const [restFrom, restTo] = [restOf(from), restOf(to)];
  const facing = turnBetween(from, to);
  const names: Record<string, string> = {};
  const localOffsets: Record<string, Matrix4> = {};
  for (const [bone, joint] of Object.entries(to.humanoid)) {
    const original = from.humanoid[bone as keyof typeof from.humanoid];
    if (original === undefined) continue;
    names[nameOf(joint)] = nameOf(original);
    const offset = multiply(
      multiply(conjugate(quatAt(restFrom.rotations, original)), conjugate(facing)),
      quatAt(restTo.rotations, joint),
    );
    localOffsets[nameOf(joint)] = new Matrix4().makeRotationFromQuaternion(new Quaternion(...offset));
  }
  const poses = posesAt(from.skeleton, clip, frameTimes(clip, fps));
  const result = retargetInThree(target, source, clipInThree(from, poses, fps), {
    names,
    localOffsets,
    hip: nameOf(from.humanoid.hips!),
    scale: to.report.hipHeight / from.report.hipHeight,
    fps,
    preserveBoneMatrix: false,
  } as Parameters<typeof retargetInThree>[3]);
  const brought = poses.map((_, frame) => poseOf(to, result.tracks, Math.min(frame, poses.length - 2), restTo.rotations));
  return clipFromPoses(to.skeleton, brought, { id: clip.id, name: clip.name, fps, loop: false });
}

function turnBetween(from: Rig, to: Rig): Quat {
  const [a, b] = [from.report.facing, to.report.facing];
  const angle = Math.atan2(b[0], b[2]) - Math.atan2(a[0], a[2]);
  return [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];
}

function nameOf(joint: number): string {
  return `joint${joint}`;
}

function meshOf({ skeleton }: Rig): SkinnedMesh {
  const bones = Array.from(skeleton.names, (_, j) => {
    const bone = new Bone();
    bone.name = nameOf(j);
    bone.position.fromArray(skeleton.offsets, 3 * j);
    bone.quaternion.fromArray(skeleton.rest, 4 * j);
    return bone;
  });
  const mesh = new SkinnedMesh(new BufferGeometry(), new MeshBasicMaterial());
  bones.forEach((bone, j) => (skeleton.parents[j]! < 0 ? mesh : bones[skeleton.parents[j]!]!).add(bone));
  mesh.updateMatrixWorld(true);
  mesh.bind(new Skeleton(bones));
  return mesh;
}

function clipInThree({ skeleton }: Rig, poses: readonly Pose[], fps: number): AnimationClip {
  const times = poses.map((_, frame) => frame / fps);
  const root = skeleton.root;
  const above = forwardKinematics(skeleton, restPose(skeleton));
  const parent = skeleton.parents[root]!;
  const intoParent = new Quaternion(...(parent < 0 ? ([0, 0, 0, 1] as const) : quatAt(above.rotations, parent))).invert();
  const places = poses.flatMap((pose) =>
    new Vector3(...rootTranslationOf(pose))
      .applyQuaternion(intoParent)
      .add(new Vector3().fromArray(skeleton.offsets, 3 * root))
      .toArray(),
  );
  const tracks: KeyframeTrack[] = [new VectorKeyframeTrack(`.bones[${nameOf(root)}].position`, times, places)];
  for (let j = 0; j < skeleton.count; j++) {
    const values = poses.flatMap((pose) => [...multiply(quatAt(skeleton.rest, j), rotationOf(pose, j))]);
    tracks.push(new QuaternionKeyframeTrack(`.bones[${nameOf(j)}].quaternion`, times, values));
  }
  return new AnimationClip('motion', -1, tracks);
}

function poseOf({ skeleton }: Rig, tracks: readonly KeyframeTrack[], frame: number, rests: Float64Array): Pose {
  const pose = restPose(skeleton);
  for (const { name, values } of tracks) {
    const joint = Number(/joint(\d+)/.exec(name)![1]);
    if (name.endsWith('position')) {
      const parent = skeleton.parents[joint]!;
      const moved = subtract(vec3At(values, frame), vec3At(skeleton.offsets, joint));
      pose.set(parent < 0 ? moved : rotate(quatAt(rests, parent), moved));
    } else setRotation(pose, joint, multiply(conjugate(quatAt(skeleton.rest, joint)), quatAt(values, frame)));
  }
  return pose;
}
