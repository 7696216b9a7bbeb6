import { fromAxisAngle, fromRotationVector, IDENTITY, multiply, rotate, type Quat } from '../../math/quat.ts';
import { add, UNIT_X, UNIT_Y, vec3At, ZERO, type Vec3 } from '../../math/vec3.ts';
import { captureScene, USUAL_FPS, type Capture, type CaptureJoint } from './capture-scene.ts';
import { readNpy, type NpyArray } from './npy.ts';
import { BODY_JOINTS, fingerJoints, HANDS_ONLY, FACE_JOINTS } from './smpl-joints.ts';

/** The .npy files of an .npz file by the names of their arrays. */
export type NpzArrays = ReadonlyMap<string, Uint8Array>;

const PI = Math.PI;
const MOST_FRAMES = 500_000;
/** Rotation vectors longer than this, in radians, and places farther away, in metres, are none that a body made. */
const MOST_TURN = 1e3;
const FARTHEST = 1e5;

/**
 * The motion of an .npz file with parameters of SMPL (24 joints), SMPL-H (52) or SMPL-X (55), as AMASS and others write them: `poses`, or
 * `root_orient` and `pose_body` (`global_orient` and `body_pose`) with `pose_hand` and the like, as rotation vectors; `trans` and the frame rate. The body that
 * the shape parameters stand for is not known without the model's own data: its bones are an average person's. Throws an `Error` with one sentence.
 */
export function readSmpl(arrays: NpzArrays): Capture {
  const count = framesIn(arrays);
  const { vectors, joints } = rotationVectors(arrays, count);
  const stated = numbers(arrays, ['mocap_framerate', 'mocap_frame_rate', 'mocap_fps', 'fps', 'framerate', 'frame_rate'])?.[0];
  const fps = stated !== undefined && stated >= 1 && stated <= 1000 ? stated : USUAL_FPS;
  const places = numbers(arrays, ['trans', 'transl', 'translation', 'root_trans']);
  const hasPlaces = places !== null && places.length >= 3 * count;
  if (
    !vectors.every((value) => Math.abs(value) <= MOST_TURN) ||
    (hasPlaces && !places.every((value) => Math.abs(value) <= FARTHEST))
  )
    throw new Error('the motion is not valid: it holds numbers out of bounds');
  const width = joints.length;
  const turn = turnUpright(vectors, width, count);
  const rootIn = (i: number) => (hasPlaces ? rotate(turn.rotation, vec3At(places, i)) : ZERO);
  const turnIn = (i: number, j: number) => {
    const local = fromRotationVector(vec3At(vectors, i * width + j));
    return j === 0 ? multiply(turn.rotation, local) : local;
  };
  return {
    ...captureScene(joints, { fps, count, rootIn, turnIn }),
    notes: [
      `${NAMES[width]} motion of ${count} frames, ${fps} a second${stated === undefined ? ' (assumed)' : ''}; its bones are an average person’s`,
      ...(turn.note ? [turn.note] : []),
      ...(hasPlaces ? [] : ['it does not say where the body is, so the hips stay in their place']),
    ],
  };
}

const NAMES: Readonly<Record<number, string>> = { 22: 'SMPL', 24: 'SMPL', 52: 'SMPL-H', 55: 'SMPL-X' };

/** The first of the arrays with one of these names that holds numbers. */
function arrayOf(arrays: NpzArrays, names: readonly string[]): NpyArray | null {
  for (const name of names) {
    const bytes = arrays.get(name);
    const found = bytes && readNpy(name, bytes);
    if (found && found.values.length > 0) return found;
  }
  return null;
}

function numbers(arrays: NpzArrays, names: readonly string[]): Float64Array | null {
  return arrayOf(arrays, names)?.values ?? null;
}

const WHOLE = ['poses', 'fullpose', 'full_pose', 'smpl_poses', 'pose'];
const ROOT = ['root_orient', 'global_orient', 'smpl_global_orient'];
const BODY = ['pose_body', 'body_pose', 'smpl_body_pose'];

/** Frames by the first dimension of what turns the body. */
function framesIn(arrays: NpzArrays): number {
  const found = arrayOf(arrays, [...WHOLE, ...ROOT]);
  if (!found) {
    const names = [...arrays.keys()].slice(0, 6).map((name) => `"${name.slice(0, 40)}"`);
    throw new Error(
      `expected a motion of SMPL with "poses", or "root_orient" and "pose_body", but the arrays are ${names.join(', ') || 'none'}`,
    );
  }
  const count = found.shape.length > 1 ? found.shape[0]! : 1;
  if (!(count >= 1 && count <= MOST_FRAMES))
    throw new Error(`the motion has ${count} frames, but 1 to ${MOST_FRAMES} can be read`);
  return count;
}

/** Rotation vectors of all joints, frame by frame. */
function rotationVectors(
  arrays: NpzArrays,
  count: number,
): { readonly vectors: Float64Array; readonly joints: readonly CaptureJoint[] } {
  const whole = numbers(arrays, WHOLE);
  const parts = whole ? [whole] : partsOf(arrays);
  const widths = parts.map((part) => part.length / count);
  const width = widths.reduce((sum, each) => sum + each, 0);
  const joints = jointsFor(width / 3);
  if (!joints) {
    throw new Error(
      `the poses have ${Math.round(1000 * width) / 1000} numbers a frame, but SMPL has 66 or 72, SMPL-H 156 and SMPL-X 165 (rotation vectors)`,
    );
  }
  const vectors = new Float64Array(width * count);
  let start = 0;
  parts.forEach((part, p) => {
    for (let i = 0; i < count; i++) vectors.set(part.subarray(i * widths[p]!, (i + 1) * widths[p]!), i * width + start);
    start += widths[p]!;
  });
  return { vectors, joints };
}

/** Root, body, then jaw and eyes and hands where the file has them all. */
function partsOf(arrays: NpzArrays): Float64Array[] {
  const [root, body] = [numbers(arrays, ROOT), numbers(arrays, BODY)];
  if (!root || !body)
    throw new Error('the motion has a rotation of the root but none of the body: expected "pose_body" beside "root_orient"');
  const face = [['pose_jaw', 'jaw_pose'], ['leye_pose'], ['reye_pose']].map((names) => numbers(arrays, names));
  const eyes = numbers(arrays, ['pose_eye']);
  const hands = [['pose_hand'], ['left_hand_pose'], ['right_hand_pose']].map((names) => numbers(arrays, names));
  const whole = hands[0] ? [hands[0]] : hands[1] && hands[2] ? [hands[1], hands[2]] : [];
  const head = eyes && face[0] ? [face[0], eyes] : face.every((part) => part !== null) ? face : [];
  return [root, body, ...(whole.length > 0 ? [...head, ...whole] : [])];
}

function jointsFor(count: number): readonly CaptureJoint[] | null {
  if (count === BODY_JOINTS.length) return BODY_JOINTS;
  if (count === BODY_JOINTS.length + 2) return [...BODY_JOINTS, ...HANDS_ONLY];
  if (count === BODY_JOINTS.length + 30) return [...BODY_JOINTS, ...fingerJoints(BODY_JOINTS.length)];
  const first = BODY_JOINTS.length + FACE_JOINTS.length;
  return count === first + 30 ? [...BODY_JOINTS, ...FACE_JOINTS, ...fingerJoints(first)] : null;
}

/** The turn after which the body's head is up: files count with +Z up (AMASS), or with +Y down as cameras do. */
function turnUpright(
  vectors: Float64Array,
  width: number,
  count: number,
): { readonly rotation: Quat; readonly note: string | null } {
  let mean: Vec3 = ZERO;
  for (let i = 0; i < count; i++) mean = add(mean, rotate(fromRotationVector(vec3At(vectors, i * width)), UNIT_Y));
  const [, y, z] = mean;
  if (z > Math.abs(y))
    return { rotation: fromAxisAngle(UNIT_X, -PI / 2), note: 'the figure stands along Z, so it was rotated to stand along Y' };
  if (y < 0 && -y > Math.abs(z))
    return {
      rotation: fromAxisAngle(UNIT_X, PI),
      note: 'the figure stands along −Y, as a camera sees it, so it was flipped',
    };
  return { rotation: IDENTITY, note: null };
}
