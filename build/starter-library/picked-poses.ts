import { retargetClip } from '../../core/animation/retarget-clip.ts';
import { posesAt } from '../../core/animation/joint-paths.ts';
import { motionSource } from '../../core/formats/clips/motion-source.ts';
import { turnTo } from '../../core/humanoid/body/limbs.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { atan2 } from '../../core/math/elementary.ts';
import { conjugate, fromAxisAngle, multiply, rotate } from '../../core/math/quat.ts';
import { distance, subtract, UNIT_Y, type Vec3 } from '../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../core/skeleton/forward-kinematics.ts';
import { clampPose } from '../../core/skeleton/limit-state.ts';
import { restPose, type Pose } from '../../core/skeleton/pose.ts';
import { loadCharacter, type LoadedCharacter } from '../../electron/cli/load-character.ts';
import type { ClipPick } from './picks.ts';
import type { NamedPose } from './posed-by-hand.ts';

const FPS = 30;
/** Hips tilted so that they look less than this much ahead have no heading: lying poses stay as they lie. */
const LEVEL = 0.3;

/** The poses of the clips of files in `folder`, on the rig, in place and looking ahead. */
export async function pickedPoses(rig: Rig, folder: string, picks: readonly ClipPick[]): Promise<NamedPose[]> {
  const files = new Map<string, LoadedCharacter>();
  const poses: NamedPose[] = [];
  for (const pick of picks) {
    const path = `${folder}/${pick.file}`;
    const source = files.get(path) ?? (await loadCharacter(path));
    files.set(path, source);
    const animation = source.animations.find(({ name }) => pick.clip === undefined || name === pick.clip);
    if (!animation) throw new Error(`${pick.file} holds no clip "${pick.clip}"`);
    const motion = motionSource(source, animation);
    const { clip } = retargetClip(motion.rig, motion.clip, rig, { fps: FPS, hands: false, limits: true });
    const margin = (pick.margin ?? 0) * clip.duration;
    const first = Math.max(pick.from ?? 0, margin);
    const last = Math.min(pick.to ?? Infinity, clip.duration - margin);
    const times = Array.from({ length: Math.floor(last * FPS) + 1 }, (_, i) => i / FPS).filter((time) => time >= first);
    const found = different(
      rig,
      posesAt(rig.skeleton, clip, times).map((pose) => inPlace(rig, pose)),
      pick.count,
    );
    found.forEach((pose, i) =>
      poses.push({
        name: found.length > 1 ? `${pick.name} ${i + 1}` : pick.name,
        folder: pick.folder,
        tags: pick.tags,
        pose: clampPose(rig.skeleton, pose).pose,
      }),
    );
  }
  return poses;
}

/** The pose over the middle of the floor, its hips looking ahead as far as they look anywhere. */
function inPlace(rig: Rig, pose: Pose): Pose {
  const { skeleton, humanoid } = rig;
  const hips = humanoid.hips!;
  const resting = forwardKinematics(skeleton, restPose(skeleton));
  const world = forwardKinematics(skeleton, pose);
  const turn = multiply(worldRotation(world, hips), conjugate(worldRotation(resting, hips)));
  const ahead = rotate(turn, rig.report.facing);
  const heading = atan2(ahead[0], ahead[2]);
  const isLevel = ahead[0] * ahead[0] + ahead[2] * ahead[2] > LEVEL;
  const turned = isLevel
    ? turnTo(rig, pose, hips, multiply(fromAxisAngle(UNIT_Y, -heading), worldRotation(world, hips)))
    : pose.slice();
  const [x, , z] = subtract(worldPosition(forwardKinematics(skeleton, turned), hips), worldPosition(resting, hips));
  turned[0]! -= x;
  turned[2]! -= z;
  return turned;
}

/** `count` of the poses, in order, that are as far from each other as can be: each further one is the farthest from those chosen. */
function different(rig: Rig, poses: readonly Pose[], count: number): Pose[] {
  const joints = Object.values(rig.humanoid);
  const shapes = poses.map((pose) => {
    const world = forwardKinematics(rig.skeleton, pose);
    return joints.map((joint): Vec3 => worldPosition(world, joint));
  });
  const apart = (a: number, b: number) => joints.reduce((sum, _, j) => sum + distance(shapes[a]![j]!, shapes[b]![j]!), 0);
  const chosen = [Math.floor(poses.length / 2)];
  while (chosen.length < Math.min(count, poses.length)) {
    let [best, most] = [0, -1];
    for (let i = 0; i < poses.length; i++) {
      const least = Math.min(...chosen.map((other) => apart(i, other)));
      if (least > most) [best, most] = [i, least];
    }
    chosen.push(best);
  }
  return chosen.toSorted((a, b) => a - b).map((i) => poses[i]!);
}
