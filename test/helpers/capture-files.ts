import { zipSync } from 'fflate';
import { openCharacterFile } from '../../core/formats/open-character.ts';
import { clipFromPoses } from '../../core/animation/clip-from-poses.ts';
import type { Clip } from '../../core/animation/clip.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import { fromEuler } from '../../core/math/quat.ts';
import { restPose, setRotation, type Pose } from '../../core/skeleton/pose.ts';
import { readFileSync } from 'node:fs';
import { MANNEQUIN } from './mannequin.ts';
import { matrixKinematics, positionOf, transformPoint } from './matrix-kinematics.ts';

/** A point by its name: world, metres. */
export type Points = ReadonlyMap<string, readonly number[]>;

/** The mannequin that steps on the spot with bent elbows, turns a little and leans: `frames` frames at 30 a second. */
export function steppingMannequin(frames = 60): { readonly rig: Rig; readonly clip: Clip; readonly poses: readonly Pose[] } {
  const { scene } = openCharacterFile('mannequin.glb', new Uint8Array(readFileSync(MANNEQUIN)));
  const rig = buildRig(scene, { preset: 'free' });
  const poses = Array.from({ length: frames }, (_, i) => {
    const phase = (2 * Math.PI * i) / 40;
    const pose = restPose(rig.skeleton);
    const turn = (bone: keyof Rig['humanoid'], x: number, y: number, z: number) =>
      setRotation(pose, rig.humanoid[bone]!, inWorld(rig, rig.humanoid[bone]!, fromEuler(x, y, z)));
    turn('hips', 0, 0.3 * Math.sin(phase / 2), 0);
    turn('spine', 0.1, 0.1 * Math.sin(phase), 0);
    for (const [side, sign] of [
      ['left', 1],
      ['right', -1],
    ] as const) {
      const swing = Math.max(0, sign * Math.sin(phase));
      turn(`${side}UpperLeg`, -0.9 * swing, 0, 0);
      turn(`${side}LowerLeg`, 0.2 + 1.1 * swing, 0, 0);
      turn(`${side}Foot`, -0.1 * swing, 0, 0);
      turn(`${side}UpperArm`, 0.3 * sign * Math.sin(phase), 0, -1.1 * sign);
      turn(`${side}LowerArm`, 0, -sign * (0.5 + 0.3 * Math.sin(phase)), 0);
    }
    return pose;
  });
  return { rig, poses, clip: clipFromPoses(rig.skeleton, poses, { id: 'step', name: 'Step', fps: 30, loop: false }) };
}

/** A turn about the world's axes at rest as the joint's own. */
function inWorld({ skeleton }: Rig, joint: number, [x, y, z, w]: readonly [number, number, number, number]) {
  const world = matrixKinematics(skeleton, restPose(skeleton))[joint]!;
  const back = [0, 1, 2].map((row) => world[row]! * x + world[4 + row]! * y + world[8 + row]! * z) as [number, number, number];
  return [...back, w] as const;
}

/** The places that landmarks name, by the joints of a body that looks along +Z at rest. */
export function pointsOf(rig: Rig, pose: Pose): Points {
  const world = matrixKinematics(rig.skeleton, pose);
  const at = (bone: keyof Rig['humanoid']) => positionOf(world[rig.humanoid[bone]!]!);
  const beside = (bone: keyof Rig['humanoid'], off: readonly number[]) => {
    const joint = rig.humanoid[bone]!;
    const rest = matrixKinematics(rig.skeleton, restPose(rig.skeleton))[joint]!;
    const local = [0, 1, 2].map((row) => rest[row]! * off[0]! + rest[4 + row]! * off[1]! + rest[8 + row]! * off[2]!);
    return transformPoint(world[joint]!, local);
  };
  const points = new Map<string, readonly number[]>([['nose', beside('head', [0, 0.07, 0.12])]]);
  for (const [side, sign] of [
    ['left', 1],
    ['right', -1],
  ] as const) {
    points.set(`${side}Ear`, beside('head', [0.07 * sign, 0.07, 0]));
    points.set(`${side}Shoulder`, at(`${side}UpperArm`));
    points.set(`${side}Elbow`, at(`${side}LowerArm`));
    points.set(`${side}Wrist`, at(`${side}Hand`));
    points.set(`${side}Index`, at(`${side}IndexProximal`));
    points.set(`${side}Little`, at(`${side}LittleProximal`));
    points.set(`${side}Hip`, at(`${side}UpperLeg`));
    points.set(`${side}Knee`, at(`${side}LowerLeg`));
    points.set(`${side}Ankle`, at(`${side}Foot`));
    points.set(`${side}Toes`, at(`${side}Toes`));
    points.set(`${side}Heel`, beside(`${side}Foot`, [0, -0.06, -0.05]));
  }
  return points;
}

/** The order in which MediaPipe and OpenPose's BODY_25 list them; what is not named here is not asked for. */
const MEDIAPIPE_PAIRS = ['Shoulder', 'Elbow', 'Wrist', 'Little', 'Index', '', 'Hip', 'Knee', 'Ankle', 'Heel', 'Toes'];
const MEDIAPIPE_ORDER =
  `nose,,,,,,,leftEar,rightEar,,,${MEDIAPIPE_PAIRS.map((part) => (part ? `left${part},right${part}` : ',')).join()}`.split(',');
const BODY_25_ORDER =
  'nose,neck,rightShoulder,rightElbow,rightWrist,leftShoulder,leftElbow,leftWrist,,rightHip,rightKnee,rightAnkle,leftHip,leftKnee,leftAnkle,,,rightEar,leftEar,leftToes,,leftHeel,rightToes,,rightHeel'.split(
    ',',
  );

/** MediaPipe's landmarks of the world: from the middle of the hips, y down, z away from a camera in front. */
export function mediaPipeFrame(points: Points): object[] {
  const middle = [0, 1, 2].map((c) => 0.5 * (points.get('leftHip')![c]! + points.get('rightHip')![c]!));
  return MEDIAPIPE_ORDER.map((name) => {
    const [x, y, z] = points.get(name) ?? middle;
    return { x: x! - middle[0]!, y: middle[1]! - y!, z: middle[2]! - z!, visibility: points.has(name) ? 0.99 : 0.01 };
  });
}

/** OpenPose's keypoints of one person: in a picture of a far camera in front, or in space. */
export function openPoseFrame(points: Points, isFlat: boolean): object {
  const list = BODY_25_ORDER.flatMap((name) => {
    const found = points.get(name);
    if (!found) return isFlat ? [0, 0, 0] : [0, 0, 0, 0];
    const [x, y, z] = found;
    return isFlat ? [960 + 400 * x!, 1000 - 400 * y!, 0.9] : [x!, -y!, -z!, 0.9];
  });
  return { version: 1.3, people: [{ person_id: [-1], [isFlat ? 'pose_keypoints_2d' : 'pose_keypoints_3d']: list }] };
}

export function jsonBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** A NumPy array of 64-bit numbers, version 1 of the format. */
export function npy(shape: readonly number[], values: readonly number[]): Uint8Array {
  const dictionary = `{'descr': '<f8', 'fortran_order': False, 'shape': (${shape.join(', ')}${shape.length === 1 ? ',' : ''}), }`;
  const header = `${dictionary.padEnd(Math.ceil((dictionary.length + 11) / 64) * 64 - 11)}\n`;
  const bytes = new Uint8Array(10 + header.length + 8 * values.length);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 0xff, header.length >> 8]);
  bytes.set(new TextEncoder().encode(header), 10);
  const view = new DataView(bytes.buffer);
  values.forEach((value, i) => view.setFloat64(10 + header.length + 8 * i, value, true));
  return bytes;
}

export function npz(arrays: Readonly<Record<string, Uint8Array>>, level: 0 | 6 = 6): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(arrays).map(([name, bytes]) => [`${name}.npy`, bytes])), {
    level,
    mtime: new Date(2020, 0, 1),
  });
}
