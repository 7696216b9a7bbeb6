import { expect, test } from 'vitest';
import { handlesOf, type HandleName, type Pins } from '../../../../core/humanoid/body/handles.ts';
import { createPuller, handlePosition } from '../../../../core/humanoid/pulling/posing.ts';
import { DEFAULT_SOLVER_SETTINGS, type SolverSettings } from '../../../../core/humanoid/pulling/pull-goals.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { angleBetween } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { add, scale, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics } from '../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { randomPose } from '../../../helpers/ik-chains.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

const mannequin = buildRig(readGlbScene(MANNEQUIN));
const FEET: Pins = {
  leftFoot: { translation: true, rotation: true, weight: 1 },
  rightFoot: { translation: true, rotation: true, weight: 1 },
};

function degreesBetween(a: Pose, b: Pose): number {
  const turns = mannequin.skeleton.names.map((_, joint) => angleBetween(rotationOf(a, joint), rotationOf(b, joint)));
  return (Math.max(...turns) * 180) / Math.PI;
}

test.each<HandleName>(['leftHand', 'rightHand'])(
  '%s pulled up out of reach and back: where it reaches, most poses are within 8° of those of the way out, once the far end is 10 cm behind',
  (name) => {
    const { skeleton } = mannequin;
    const handle = handlesOf(mannequin).find((each) => each.name === name)!;
    const from = handlePosition(handle, forwardKinematics(skeleton, restPose(skeleton)));
    const gesture = createPuller(mannequin).begin(restPose(skeleton), name, FEET, DEFAULT_SOLVER_SETTINGS);
    const to = (centimetre: number) => gesture.to(add(from, [0, centimetre / 100, 0]));
    const places = Array.from({ length: 65 }, (_, i) => i + 1);
    const out = places.map(to);
    expect(out.at(-1)!.status).not.toBe('reached');
    const back = places.toReversed().map(to).toReversed();
    const reached = places.slice(0, -10).filter((_, i) => out[i]!.status === 'reached' && back[i]!.status === 'reached');
    expect(reached.length).toBeGreaterThan(20);
    // More than half of them are not, where nothing remembers the way out.
    const others = reached.filter((place) => degreesBetween(out[place - 1]!.pose, back[place - 1]!.pose) > 8);
    expect(others.length / reached.length).toBeLessThan(0.2);
  },
);

test('a limb that is softened names the pose of the library from which its place was found', () => {
  const { skeleton } = mannequin;
  const handle = handlesOf(mannequin).find(({ name }) => name === 'leftFoot')!;
  const foot = (of: Pose) => handlePosition(handle, forwardKinematics(skeleton, of));
  const random = seededRandom(1);
  for (let i = 0; i < 300; i++) {
    const [from, wanted] = [randomPose(skeleton, random), randomPose(skeleton, random)];
    setRotation(wanted, skeleton.root, rotationOf(from, skeleton.root));
    if (!isInsideLimits(skeleton, from) || !isInsideLimits(skeleton, wanted)) continue;
    const pull = (softReach: number) => {
      const settings: SolverSettings = { ...DEFAULT_SOLVER_SETTINGS, order: 'bounce', restarts: 0, rootStiffness: 1, softReach };
      return createPuller(mannequin)
        .begin(from, 'leftFoot', {}, settings, () => [wanted])
        .to(foot(wanted));
    };
    const [firm, soft] = [pull(0), pull(0.25)];
    if (firm.start.kind !== 'seed' || degreesBetween(firm.pose, soft.pose) < 1) continue;
    expect(soft.start).toEqual(firm.start);
    return;
  }
  throw new Error('no place was found from a pose of the library');
});

test.each<[HandleName, Vec3]>([
  ['leftHand', [-1, 0, 0.5]],
  ['rightFoot', [0, 1, 0.3]],
  ['chest', [0, -1, 0]],
])('a figure a fifth as tall is pulled alike: the %s along %j', (name, way) => {
  const scene = readGlbScene(MANNEQUIN);
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
    // Not 33 cm: from there down the chest may crouch in two ways, and figures of different sizes need not take the same.
    return Array.from({ length: 30 }, (_, i) => gesture.to(add(from, scale(way, (i + 1) * 0.01 * size))).pose);
  };
  const small = pulled(0.2);
  // What solves leave of pins and targets is a matter of metres, and shows where a joint is about to turn quickly.
  pulled(1).forEach((pose, i) => expect(degreesBetween(pose, small[i]!), `centimetre ${i + 1}`).toBeLessThan(5));
});
