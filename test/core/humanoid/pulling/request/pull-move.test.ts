import { describe, expect, test } from 'vitest';
import { handlesOf, type HandleName } from '../../../../../core/humanoid/body/handles.ts';
import { createPuller, handlePosition } from '../../../../../core/humanoid/pulling/puller.ts';
import { DEFAULT_SOLVER_SETTINGS } from '../../../../../core/humanoid/pulling/request/pull-goals.ts';
import { buildRig } from '../../../../../core/humanoid/rigging/build-rig.ts';
import { seededRandom } from '../../../../../core/math/random.ts';
import { add, distance, scale, type Vec3 } from '../../../../../core/math/vec3.ts';
import { forwardKinematics } from '../../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../../core/skeleton/limit-state.ts';
import { restPose, type Pose } from '../../../../../core/skeleton/pose.ts';
import { readGlbScene } from '../../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../../helpers/mannequin.ts';
import { degreesBetween, FEET, handleAt, movedBy } from '../../../../helpers/pulled-figure.ts';
import { sampleRigs } from '../../../../helpers/rigs.ts';
import { few } from '../../../../helpers/extent.ts';

const HANDLES: readonly HandleName[] = ['hips', 'chest', 'head', 'leftHand', 'rightFoot'];

/** Places of a walk at random, within reach and beyond, metres of a figure 1.75 m tall. */
function stroll(seed: number, count: number): Vec3[] {
  const random = seededRandom(seed);
  const about = (): number => 0.08 * (random() - 0.5);
  let place: Vec3 = [0, 0, 0];
  return Array.from({ length: count }, () => (place = [place[0] + about(), place[1] + about() - 0.005, place[2] + about()]));
}

describe.each(sampleRigs())('a drag of $name', ({ rig }) => {
  const rest = restPose(rig.skeleton);

  test.each(
    few(
      Array.from({ length: 20 }, (_, seed) => [seed + 1, HANDLES[seed % HANDLES.length]!] as const),
      21,
    ),
  )('tells in every frame how far the handle is from its target: seed %i, %s', (seed, name) => {
    const from = handleAt(rig, rest, name);
    const settings = { ...DEFAULT_SOLVER_SETTINGS, restarts: 0 };
    const gesture = createPuller(rig).begin(rest, name, FEET, settings);
    for (const place of [...stroll(seed, 6), [2, 1, 0.5] as const]) {
      const target = movedBy(rig, from, place);
      const { pose, residuals, status } = gesture.to(target);
      const left = distance(handleAt(rig, pose, name), target);
      expect(residuals[0]!.distance).toBeCloseTo(left, 9);
      if (status === 'reached') expect(left).toBeLessThanOrEqual(settings.tolerance);
      expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
    }
  });

  test.each(HANDLES)('%s: the pose follows from the target alone, to the byte, whatever way led there', (name) => {
    const from = handleAt(rig, rest, name);
    const target = movedBy(rig, from, [0.08, -0.15, 0.12]);
    const gesture = createPuller(rig).begin(rest, name, FEET, DEFAULT_SOLVER_SETTINGS);
    const straight = gesture.to(target).pose;
    for (const place of stroll(7, 4)) gesture.to(movedBy(rig, from, place));
    expect(gesture.to(target).pose).toEqual(straight);
  });
});

test.each<[HandleName, Vec3]>([
  ['leftHand', [-1, 0, 0.5]],
  ['rightFoot', [0, 1, 0.3]],
  ['chest', [0, -1, 0]],
])('a figure a fifth as tall is pulled alike: the %s along %j', (name, way) => {
  const scene = readGlbScene(MANNEQUIN);
  const mannequin = buildRig(scene);
  const pulled = (size: number): Pose[] => {
    const nodes = scene.nodes.map((node) => {
      const [x, y, z] = node.scale;
      const scaled = { translation: scale(node.translation, size), scale: [size * x, size * y, size * z] as const };
      return node.parent < 0 ? { ...node, ...scaled } : node;
    });
    const rig = buildRig({ ...scene, nodes });
    const rest = restPose(rig.skeleton);
    const handle = handlesOf(rig).find((each) => each.name === name)!;
    const from = handlePosition(handle, forwardKinematics(rig.skeleton, rest));
    const settings = { ...DEFAULT_SOLVER_SETTINGS, tolerance: size * DEFAULT_SOLVER_SETTINGS.tolerance };
    const gesture = createPuller(rig).begin(rest, name, FEET, settings);
    return Array.from({ length: 33 }, (_, i) => gesture.to(add(from, scale(way, (i + 1) * 0.01 * size))).pose);
  };
  const small = pulled(0.2);
  // What solves leave of pins and targets is a matter of metres, and shows where a joint is about to turn quickly.
  pulled(1).forEach((pose, i) => expect(degreesBetween(mannequin, pose, small[i]!), `centimetre ${i + 1}`).toBeLessThan(5));
});
