import { describe, expect, test } from 'vitest';
import { fuseViews } from '../../../../core/humanoid/picture/fuse-views.ts';
import { limbExamples } from '../../../../core/humanoid/picture/limb-examples.ts';
import { liftPeople, liftPerson, type LiftedPerson } from '../../../../core/humanoid/picture/lift-person.ts';
import { lengthsOf } from '../../../../core/humanoid/picture/body-lengths.ts';
import { personLengths } from '../../../../core/humanoid/picture/person-lengths.ts';
import {
  LANDMARK_SIZE,
  LANDMARKS,
  readSeenPerson,
  SEEN_PARTS,
  type SeenPart,
  type SeenPerson,
} from '../../../../core/humanoid/picture/seen-person.ts';
import { mirroredPerson, readLooks } from '../../../../core/humanoid/picture/two-looks.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { fromAxisAngle, rotate } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { add, normalize, scale, subtract, UNIT_Y, UNIT_Z, type Vec3 } from '../../../../core/math/vec3.ts';
import { clampPose } from '../../../../core/skeleton/limit-state.ts';
import { restPose, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { limbErrors, limbPlaces, type LimbPlaces } from '../../../benchmarks/pictures/measure.ts';
import { plainFigure, sceneOf } from '../../../helpers/figure.ts';

const rig = buildRig(sceneOf(plainFigure()));
const lengths = lengthsOf(rig);
/** The share of a depth that a detector tells, as it was measured, and metres by which that is off at most; and the same of what it hardly sees. */
const USUAL = { told: 0.5, off: 0.12 } as const;
const POORLY = { told: 0.2, off: 0.3 } as const;

/** Poses with arms and legs turned at random, within limits. */
function stirred(count: number, seed: number): Pose[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const pose = restPose(rig.skeleton);
    for (const side of ['left', 'right'] as const)
      for (const part of ['UpperArm', 'LowerArm', 'UpperLeg', 'LowerLeg'] as const) {
        const axis = normalize([random() - 0.5, random() - 0.5, random() - 0.5], UNIT_Y);
        setRotation(pose, rig.humanoid[`${side}${part}`]!, fromAxisAngle(axis, 1.2 * random()));
      }
    return clampPose(rig.skeleton, pose).pose;
  });
}

/** What a detector would tell of places, seen by a camera `yaw` radians about them: exact across the picture, and of each depth a share, by a seed more or less. */
function seenOf(places: LimbPlaces, yaw = 0, { told, off }: typeof USUAL | typeof POORLY = USUAL): SeenPerson {
  const away = 4;
  const random = seededRandom(7);
  const turn = fromAxisAngle(UNIT_Y, -yaw);
  const middle = scale(add(places.leftHip, places.rightHip), 0.5);
  const point = (place: Vec3) => {
    const [x, y, z] = rotate(turn, subtract(place, middle));
    const far = 0.63 * (away - z);
    return { right: x / far, up: y / far, believed: [x, y, told * z + off * (2 * random() - 1)] as Vec3, sure: 1 };
  };
  const parts = (Object.keys(SEEN_PARTS) as SeenPart[]).map((part) => [part, point(places[part as keyof LimbPlaces] ?? middle)]);
  return Object.fromEntries(parts);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

describe('A person in a picture', () => {
  const wanted = stirred(16, 1).map((pose) => limbPlaces(rig, pose));
  const known = limbExamples(rig, stirred(40, 2));
  const errorsOf = (examples = known, detector: typeof USUAL | typeof POORLY = USUAL) =>
    wanted.flatMap((places) => limbErrors(liftPerson(seenOf(places, 0, detector), lengths, examples).places, places));

  test('has limbs of the lengths that it is known to have', () => {
    const { places } = liftPerson(seenOf(wanted[0]!), lengths, known);
    const long = (a: Vec3, b: Vec3) => Math.hypot(...subtract(a, b));
    expect(long(places.leftShoulder, places.leftElbow)).toBeCloseTo(lengths.upperArm, 9);
    expect(long(places.rightKnee, places.rightAnkle)).toBeCloseTo(lengths.shin, 9);
  });

  test('is nearer to the truth than what the detector believes, of whose depths half is missing', () => {
    const believed = wanted.flatMap((places) => {
      const seen = seenOf(places);
      const flat = Object.fromEntries(Object.entries(seen).map(([part, { believed: at }]) => [part, at]));
      return limbErrors(flat as unknown as LimbPlaces, places);
    });
    expect(median(errorsOf())).toBeLessThan(0.75 * median(believed));
  });

  test('whose depth is hardly told is better known by how limbs stand in poses', () => {
    const none = { arms: new Float64Array(0), legs: new Float64Array(0) };
    expect(mean(errorsOf(known, POORLY))).toBeLessThan(0.9 * mean(errorsOf(none, POORLY)));
  });

  test('is better known from two sides than from one', () => {
    const two = wanted.flatMap((places) => {
      const [front, side] = [0, Math.PI / 2].map((yaw) => liftPerson(seenOf(places, yaw, POORLY), lengths, known));
      return limbErrors(fuseViews(front!, side!).places, places);
    });
    expect(mean(two)).toBeLessThan(0.7 * mean(errorsOf(known, POORLY)));
  });

  test('whose arm one frame of a film tells to lean the other way leans as the frames around tell', () => {
    const places = wanted[0]!;
    const seen = seenOf(places);
    const turned = ({ believed: [x, y, z], ...point }: SeenPerson['leftElbow']) => ({ ...point, believed: [x, y, -z] as Vec3 });
    const wrong = { ...seen, leftElbow: turned(seen.leftElbow), leftWrist: turned(seen.leftWrist) };
    const frames = Array.from({ length: 9 }, (_, i) => (i === 4 ? wrong : seen));
    const times = frames.map((_, i) => i / 30);
    const elbowIn = ({ places: { leftShoulder, leftElbow } }: LiftedPerson) => normalize(subtract(leftElbow, leftShoulder));
    const right = elbowIn(liftPerson(seen, lengths, known));
    const apart = (person: LiftedPerson) => Math.hypot(...subtract(elbowIn(person), right));
    const film = liftPeople(frames, times, lengths, known);
    expect(apart(liftPerson(wrong, lengths, known))).toBeGreaterThan(0.3);
    for (const person of film) expect(apart(person)).toBeLessThan(0.15);
  });

  test('whose front one look takes for the back is read as the look whose limbs stand as limbs do', () => {
    const sitting = restPose(rig.skeleton);
    for (const side of ['left', 'right'] as const) {
      setRotation(sitting, rig.humanoid[`${side}UpperLeg`]!, fromAxisAngle([1, 0, 0], -1));
      setRotation(sitting, rig.humanoid[`${side}LowerLeg`]!, fromAxisAngle([1, 0, 0], 1.3));
    }
    const places = limbPlaces(rig, sitting);
    const right = seenOf(places);
    // Left and right mistaken, so that the knees would bend the wrong way.
    const wrong = Object.fromEntries(
      Object.entries(mirroredPerson(right)).map(([part, { right: x, up, believed, sure }]) => [
        part,
        { right: -x, up, believed: [-believed[0], believed[1], believed[2]], sure },
      ]),
    ) as unknown as SeenPerson;
    const read = readLooks(wrong, mirroredPerson(right), lengths, known)!;
    expect(read.isTurned).toBe(true);
    expect(median(limbErrors(read.person.places, places))).toBeLessThan(
      median(limbErrors(liftPerson(wrong, lengths, known).places, places)),
    );
    expect(readLooks(right, mirroredPerson(right), lengths, known)!.isTurned).toBe(false);
    expect(readLooks(null, null, lengths, known)).toBeNull();
  });

  test('of one point, of too few landmarks, or with NaN is refused in a sentence', () => {
    const one = Object.fromEntries(Object.keys(SEEN_PARTS).map((part) => [part, { right: 0, up: 0, believed: UNIT_Z, sure: 1 }]));
    expect(() => liftPerson(one as unknown as SeenPerson, lengths, known)).toThrow(/limbs of some length, got one point$/);
    expect(() => readSeenPerson([1, 2], 1)).toThrow(/^the landmarks must be 231 numbers, got /);
    expect(() => readSeenPerson(new Float32Array(LANDMARKS * LANDMARK_SIZE).fill(Number.NaN), 1)).toThrow(/finite numbers/);
    expect(() => readSeenPerson(new Float32Array(LANDMARKS * LANDMARK_SIZE), Number.NaN)).toThrow(
      /^the picture’s width over its height/,
    );
  });

  test('has the lengths of an average person beside a character that is not built like one', () => {
    expect(personLengths(rig).areOwn).toBe(true);
    const raised = plainFigure().map((joint): typeof joint =>
      /^(?:foot|toes)/.test(joint.name) ? { ...joint, at: [joint.at[0], joint.at[1] + 0.25, joint.at[2]] } : joint,
    );
    const stubby = buildRig(sceneOf(raised));
    const { lengths: read, areOwn } = personLengths(stubby);
    expect(areOwn).toBe(false);
    expect(read.thigh / read.shin).toBeCloseTo(0.245 / 0.246, 6);
  });
});
