import { zipSync } from 'fflate';
import { Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { frameTimes, posesAt } from '../../../../core/animation/joint-paths.ts';
import { retargetClip } from '../../../../core/animation/retarget-clip.ts';
import { readNpy } from '../../../../core/formats/captures/npy.ts';
import { motionSource } from '../../../../core/formats/clips/motion-source.ts';
import { readAnimations } from '../../../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { openCharacterFile } from '../../../../core/formats/open-character.ts';
import {
  jsonBytes,
  mediaPipeFrame,
  npy,
  npz,
  openPoseFrame,
  pointsOf,
  steppingMannequin,
  type Points,
} from '../../../helpers/capture-files.ts';
import { glbTrack, type MotionTrack } from '../../../helpers/motion-judge/motion-track.ts';

const { rig: mannequin, poses } = steppingMannequin();
const truth = poses.map((pose) => pointsOf(mannequin, pose));

/** Two landmarks and the two bones that begin at them. */
const LIMBS = (['left', 'right'] as const).flatMap((side) =>
  [
    ['Shoulder', 'Elbow', 'UpperArm', 'LowerArm'],
    ['Elbow', 'Wrist', 'LowerArm', 'Hand'],
    ['Hip', 'Knee', 'UpperLeg', 'LowerLeg'],
    ['Knee', 'Ankle', 'LowerLeg', 'Foot'],
  ].map(([from, to, bone, next]) => ({
    points: [`${side}${from}`, `${side}${to}`],
    bones: [`${side}${bone}`, `${side}${next}`],
  })),
);

function between(points: Points, [from, to]: readonly string[]): Vector3 {
  const [a, b] = [points.get(from!)!, points.get(to!)!];
  return new Vector3(b[0]! - a[0]!, b[1]! - a[1]!, b[2]! - a[2]!).normalize();
}

function inTrack({ positions }: MotionTrack, [from, to]: readonly string[], frame: number): Vector3 {
  const at = (bone: string) => new Vector3().fromArray(positions.get(bone)!, 3 * frame);
  return at(to!).sub(at(from!)).normalize();
}

async function track(bytes: Uint8Array, fps = 30): Promise<MotionTrack> {
  const nodes = readGltf(bytes).document.nodes!;
  return glbTrack(bytes, 0, Object.fromEntries(nodes.map(({ name }, i) => [name!, i])), fps);
}

/** Degrees between a figure's limbs as three.js plays the file that it became and the truth, over limbs and frames. */
async function limbsOff(bytes: Uint8Array): Promise<number[]> {
  const played = await track(bytes);
  return LIMBS.flatMap(({ points, bones }) =>
    truth.map((true_, i) => (between(true_, points).angleTo(inTrack(played, bones, i)) * 180) / Math.PI),
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** A file's motion on the mannequin: degrees between its limbs and the truth. */
function onMannequin(bytes: Uint8Array): number[] {
  const asset = readGltf(bytes);
  const { scene } = openCharacterFile('it.glb', bytes);
  const { rig, clip } = motionSource({ asset, scene, rig: buildRig(scene) }, readAnimations(asset).animations[0]!, { fps: 30 });
  const brought = retargetClip(rig, clip, mannequin, { fps: 30 }).clip;
  const found = posesAt(mannequin.skeleton, brought, frameTimes(brought)).map((pose) => pointsOf(mannequin, pose));
  return LIMBS.flatMap(({ points }) =>
    truth.map((true_, i) => (between(true_, points).angleTo(between(found[i]!, points)) * 180) / Math.PI),
  );
}

const mediaPipe = truth.map(mediaPipeFrame);
const inSpace = truth.map((points) => openPoseFrame(points, false));
const inPicture = truth.map((points) => openPoseFrame(points, true));
const zipped = zipSync(
  Object.fromEntries(inSpace.map((frame, i) => [`out/clip_${String(i).padStart(12, '0')}_keypoints.json`, jsonBytes(frame)])),
);

describe('landmarks become the motion that they were made of', () => {
  test.each([
    ['MediaPipe, a list of frames', 'walk.json', jsonBytes(mediaPipe)],
    ['MediaPipe, results', 'walk.json', jsonBytes({ fps: 30, frames: mediaPipe.map((frame) => ({ worldLandmarks: [frame] })) })],
    ['MediaPipe, rows of numbers', 'walk.json', jsonBytes(mediaPipe.map((frame) => frame.map((point) => Object.values(point))))],
    ['OpenPose in space', 'walk.json', jsonBytes(inSpace)],
    ['OpenPose in space, a file a frame in an archive', 'walk.zip', zipped],
  ])('%s', async (_, name, bytes) => {
    const file = openCharacterFile(name, bytes);
    expect(file.isMotionOnly).toBe(true);
    expect(Math.max(...(await limbsOff(file.bytes)))).toBeLessThan(0.05);
    const brought = onMannequin(file.bytes);
    expect(mean(brought)).toBeLessThan(1.5);
    expect(Math.max(...brought)).toBeLessThan(8);
  });

  test('OpenPose in a picture, as far as a picture tells', async () => {
    const file = openCharacterFile('walk.json', jsonBytes(inPicture));
    const played = await track(file.bytes);
    const flat = LIMBS.flatMap(({ points, bones }) =>
      truth.map((true_, i) => {
        const [a, b] = [between(true_, points), inTrack(played, bones, i)];
        return (Math.abs(Math.atan2(a.y, a.x) - Math.atan2(b.y, b.x)) * 180) / Math.PI;
      }),
    );
    // What the picture shows is kept where the limb does not point at the camera; depth is a guess, and told.
    expect(flat.toSorted((a, b) => a - b)[flat.length >> 1]).toBeLessThan(1);
    expect(mean(await limbsOff(file.bytes))).toBeLessThan(12);
    expect(file.warnings.join()).toContain('depth was estimated');
  });

  test('what was not seen in some frames is filled from those around', async () => {
    const gaps = mediaPipe.map((frame, i) => (i % 5 === 2 ? frame.map((point) => ({ ...point, visibility: 0 })) : frame));
    const file = openCharacterFile('walk.json', jsonBytes(gaps));
    expect(Math.max(...(await limbsOff(file.bytes)))).toBeLessThan(4);
  });

  test('the rate is taken as stated, else from the frames’ times, else told', () => {
    const seconds = (value: unknown) => {
      const { bytes, warnings } = openCharacterFile('a.json', jsonBytes(value));
      return [readAnimations(readGltf(bytes)).animations[0]!.end, warnings.some((sentence) => sentence.includes('how fast'))];
    };
    const frames = mediaPipe.slice(0, 31);
    expect(seconds({ fps: 60, frames })).toEqual([0.5, false]);
    expect(seconds(frames.map((landmarks, i) => ({ timestamp_ms: 20 * i, landmarks })))).toEqual([expect.closeTo(0.6, 6), false]);
    expect(seconds(frames)).toEqual([1, true]);
  });

  test('a body that MediaPipe sees from its hips stands on the foot that it stood on', async () => {
    const played = await track(openCharacterFile('walk.json', jsonBytes(mediaPipe)).bytes);
    const lowest = truth.map((_, i) =>
      Math.min(...['leftToes', 'rightToes'].map((bone) => played.positions.get(bone)![3 * i + 1]!)),
    );
    expect(Math.max(...lowest) - Math.min(...lowest)).toBeLessThan(0.03);
  });
});

/** SMPL's joints by their numbers, as this project calls them. */
const SMPL =
  'hips leftUpperLeg rightUpperLeg spine leftLowerLeg rightLowerLeg chest leftFoot rightFoot upperChest leftToes rightToes neck leftShoulder rightShoulder head leftUpperArm rightUpperArm leftLowerArm rightLowerArm leftHand rightHand'.split(
    ' ',
  );

describe('parameters of SMPL become the motion that they state', () => {
  const random = seededRandom(3);
  const frames = 12;
  const vectors = (joints: number) =>
    Array.from({ length: 3 * joints * frames }, (_, i) => (i % (3 * joints) < 3 ? 0.1 : 0.4) * (random() - 0.5));
  const trans = Array.from({ length: frames }, (_, i) => [0.02 * i, 0.9, 0.03 * i]).flat();
  const rate = npy([], [60]);
  const body = vectors(22);
  const rotationOf = (values: readonly number[], width: number, frame: number, joint: number) => {
    const vector = new Vector3().fromArray(values, 3 * (frame * width + joint));
    return new Quaternion().setFromAxisAngle(vector.clone().normalize(), vector.length());
  };

  test.each([
    ['SMPL', 24],
    ['SMPL-H, as AMASS has it', 52],
    ['SMPL-X', 55],
  ])('%s', async (_, width) => {
    const values = vectors(width);
    const arrays = { poses: npy([frames, 3 * width], values), trans: npy([frames, 3], trans), mocap_framerate: rate };
    const { bytes, scene } = openCharacterFile('amass.npz', npz(arrays));
    const played = await track(bytes, 60);
    expect(played.frames).toBe(frames);
    for (const [j, bone] of SMPL.entries()) {
      const parent = scene.nodes[scene.nodes.findIndex(({ name }) => name === bone)]!.parent;
      const above = new Quaternion();
      if (parent >= 0) above.fromArray(played.rotations.get(scene.nodes[parent]!.name)!, 4 * 7);
      const local = above.invert().multiply(new Quaternion().fromArray(played.rotations.get(bone)!, 4 * 7));
      expect(local.angleTo(rotationOf(values, width, 7, j))).toBeLessThan(1e-4);
    }
    const hips = (frame: number) => new Vector3().fromArray(played.positions.get('hips')!, 3 * frame);
    expect(hips(7).distanceTo(new Vector3(0.14, 0.9, 0.21))).toBeLessThan(1e-5);
    expect(buildRig(scene).report.matches).toHaveLength(width === 24 ? 24 : width);
  });

  test('in parts, with +Z up, stands along +Y', async () => {
    const up = Array.from({ length: frames }, () => [Math.PI / 2, 0, 0]).flat();
    const rest = body.slice(0, 63 * frames);
    const arrays = { root_orient: npy([frames, 3], up), pose_body: npy([frames, 63], rest), trans: npy([frames, 3], trans) };
    const { bytes, warnings } = openCharacterFile('amass.npz', npz(arrays));
    const played = await track(bytes, 30);
    expect(new Vector3(0, 1, 0).applyQuaternion(new Quaternion().fromArray(played.rotations.get('hips')!, 4)).y).toBeCloseTo(
      1,
      5,
    );
    expect(played.positions.get('hips')![3 * 7 + 1]).toBeCloseTo(0.21, 5);
    expect(warnings.join()).toMatch(/stands along Z.*/);
  });
});

test('a NumPy array is read in either order of its bytes and of its indices', () => {
  const header = `{'descr': '>f4', 'fortran_order': True, 'shape': (2, 3), }`.padEnd(117);
  const bytes = new Uint8Array(128 + 24);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 118, 0]);
  bytes.set(new TextEncoder().encode(`${header}\n`), 10);
  [11, 21, 12, 22, 13, 23].forEach((value, i) => new DataView(bytes.buffer).setFloat32(128 + 4 * i, value, false));
  expect(readNpy('a', bytes)).toEqual({ shape: [2, 3], values: Float64Array.of(11, 12, 13, 21, 22, 23) });
});

/** Arrays of a byte each that state to be as large as may be read. */
function manyArrays(count: number): Record<string, Uint8Array> {
  const array = npy([2 ** 24], []);
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}`, array]));
}

describe('files that hold no motion of a body', () => {
  test.each([
    ['an empty list', '[]', /holds no pose/],
    ['numbers', '[1,2,3]', /holds no pose/],
    ['nobody in the picture', JSON.stringify([{ people: [] }]), /holds no pose/],
    [
      'only a face',
      JSON.stringify([openPoseFrame(new Map([['nose', [0, 1, 0]]]), false)]),
      /whole body is needed, .*the left shoulder/,
    ],
    ['half a file', JSON.stringify(mediaPipe).slice(0, 5000), /not JSON, or its end is missing/],
  ])('%s is refused in a sentence', (_, text, why) => {
    expect(() => openCharacterFile('a.json', new TextEncoder().encode(text))).toThrow(why);
  });

  test.each([
    ['other arrays', { a: npy([2], [1, 2]) }, /expected a motion of SMPL with "poses".* the arrays are "a"/],
    [
      'poses of another model',
      { poses: npy([2, 30], Array(60).fill(0)) },
      /the poses have 30 numbers a frame, but SMPL has 66 or 72/,
    ],
    ['numbers out of bounds', { poses: npy([1, 72], Array(72).fill(1e300)) }, /numbers out of bounds/],
    ['no numbers', { poses: npy([1, 72], Array(72).fill(Number.NaN)) }, /numbers out of bounds/],
    ['a shape larger than the file', { poses: npy([1e9, 72], [0]) }, /more than the \d+ numbers/],
    [
      'a thousand arrays of which none is needed',
      { ...manyArrays(1000), poses: npy([2, 30], Array(60).fill(0)) },
      /30 numbers a frame/,
    ],
    ['half an array', { poses: npy([4, 72], [0]) }, /its end is missing/],
    ['something else', { poses: new Uint8Array(40) }, /no NumPy array/],
  ])('%s are refused in a sentence', (_, arrays, why) => {
    expect(() => openCharacterFile('a.npz', npz(arrays as Record<string, Uint8Array>))).toThrow(why);
  });
});
