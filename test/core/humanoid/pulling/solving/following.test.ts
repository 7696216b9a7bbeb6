import { describe, expect, test } from 'vitest';
import { buildRig } from '../../../../../core/humanoid/rigging/build-rig.ts';
import type { HumanoidBone } from '../../../../../core/humanoid/body/bones.ts';
import { followingOf, type Followed } from '../../../../../core/humanoid/pulling/solving/following.ts';
import { handlesOf, type HandleName, type Pins } from '../../../../../core/humanoid/body/handles.ts';
import { limbOf } from '../../../../../core/humanoid/body/limbs.ts';
import type { Rig } from '../../../../../core/humanoid/body/rig.ts';
import { createPuller, handlePosition } from '../../../../../core/humanoid/pulling/puller.ts';
import { DEFAULT_SOLVER_SETTINGS } from '../../../../../core/humanoid/pulling/request/pull-goals.ts';
import { VISITING_ORDERS, type VisitingOrder } from '../../../../../core/ik/request/orders.ts';
import { angleBetween } from '../../../../../core/math/quat.ts';
import { distance, type Vec3 } from '../../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, type Pose } from '../../../../../core/skeleton/pose.ts';
import { readGlbScene } from '../../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../../helpers/mannequin.ts';
import { sampleRigs } from '../../../../helpers/rigs.ts';
import { few } from '../../../../helpers/extent.ts';

const DEGREE = Math.PI / 180;
const FIRM = { translation: true, rotation: true, weight: 1 };
const FEET: Pins = { leftFoot: FIRM, rightFoot: FIRM };

type PulledName = 'leftHand' | 'rightFoot';

/** Where a handle is. */
function at(rig: Rig, pose: Pose, name: HandleName): Vec3 {
  const handle = handlesOf(rig).find((each) => each.name === name)!;
  return handlePosition(handle, forwardKinematics(rig.skeleton, pose));
}

function pinsFor(name: PulledName): Pins {
  return name === 'leftHand' ? FEET : { leftFoot: FIRM };
}

/** The pose after a pull in one order from rest, `way` being to the figure's outer side, up and ahead in lengths of the limb. */
function pulled(rig: Rig, name: PulledName, [x, y, z]: Vec3, order: VisitingOrder): Pose {
  const rest = restPose(rig.skeleton);
  const { upper, bend, end } = limbOf(rig, name)!;
  const world = forwardKinematics(rig.skeleton, rest);
  const [root, middle, tip] = [upper, bend, end].map((joint) => worldPosition(world, joint)) as [Vec3, Vec3, Vec3];
  const length = distance(root, middle) + distance(middle, tip);
  const [fx, , fz] = rig.report.facing;
  const side = name === 'leftHand' ? x : -x;
  const from = at(rig, rest, name);
  const gesture = createPuller(rig).begin(rest, name, pinsFor(name), { ...DEFAULT_SOLVER_SETTINGS, weight: 0, order });
  const target = (share: number): Vec3 => [
    from[0] + share * length * (side * fz + z * fx),
    from[1] + share * length * y,
    from[2] + share * length * (z * fz - side * fx),
  ];
  // Without its direction, for which elbow and knee may turn in any order.
  let outcome = gesture.to(target(0.1), { keepsDirection: false });
  for (let share = 0.2; share < 1.01; share += 0.1) outcome = gesture.to(target(share), { keepsDirection: false });
  expect(outcome.status, order).toBe('reached');
  return outcome.pose;
}

/** Radians that these bones turned, all together. */
function turnOf({ skeleton, humanoid }: Rig, pose: Pose, bones: readonly HumanoidBone[]): number {
  const rest = restPose(skeleton);
  const joints = bones.flatMap((bone) => humanoid[bone] ?? []);
  return joints.reduce((sum, joint) => sum + angleBetween(rotationOf(pose, joint), rotationOf(rest, joint)), 0);
}

function farthestTurn({ skeleton }: Rig, a: Pose, b: Pose): number {
  return Math.max(...skeleton.names.map((_, joint) => angleBetween(rotationOf(a, joint), rotationOf(b, joint))));
}

/** A pull within each limb's reach, and the bones of the limb's bend and of the body above it. */
const PULLS: readonly {
  readonly name: PulledName;
  readonly way: Vec3;
  readonly bend: HumanoidBone;
  readonly body: readonly HumanoidBone[];
}[] = [
  {
    name: 'leftHand',
    way: [-0.2, 0.4, 0.3],
    bend: 'leftLowerArm',
    // The clavicle goes along with its arm, also where that moves alone.
    body: ['spine', 'chest', 'upperChest', 'hips'],
  },
  { name: 'rightFoot', way: [0, 0.4, 0.2], bend: 'rightLowerLeg', body: ['hips'] },
];

describe.each(sampleRigs())('who moves for a pulled limb of $name', ({ rig }) => {
  test.each(few(PULLS, 3))(
    '$name: from order to order the bend less and the body more, each order as it is called',
    ({ name, way, bend, body }) => {
      const poses = new Map(VISITING_ORDERS.map((order) => [order, pulled(rig, name, way, order)]));
      const sequence = ['smartBounce', 'bounce', 'backward', 'forward', 'bounceFromRoot'] as const;
      const bends = sequence.map((order) => turnOf(rig, poses.get(order)!, [bend]));
      expect(bends[0]).toBeGreaterThan(10 * DEGREE);
      const bodies = sequence.map((order) => turnOf(rig, poses.get(order)!, body));
      for (let i = 1; i < sequence.length; i++) {
        // A bend that is not used at all cannot be used less.
        if (i > 1) expect(bends[i], `bend, ${sequence[i]}`).toBeLessThan(Math.max(1.05 * bends[i - 1]!, 1e-9));
        // Two orders may end alike, to a degree.
        expect(bodies[i], `body, ${sequence[i]}`).toBeGreaterThan(bodies[i - 1]! - DEGREE);
      }
      expect(bodies.at(-1)).toBeGreaterThan(bodies[0]! + DEGREE);
      // The limb alone: nothing else has moved, not the hips' place either.
      expect(bodies[0]).toBeLessThan(1e-9);
      const rest = restPose(rig.skeleton);
      expect(Math.max(...[0, 1, 2].map((i) => Math.abs(poses.get('smartBounce')![i]! - rest[i]!)))).toBeLessThan(1e-9);
      // At the root's end: the bend is hardly used.
      expect(bends.at(-1)).toBeLessThan(0.2 * bends[0]!);
    },
  );

  test('any two orders give different poses', () => {
    const ways: readonly (readonly [PulledName, Vec3])[] = [
      ['leftHand', [-0.15, -0.45, 0.1]],
      ['leftHand', [-0.2, 0.4, 0.3]],
      ['rightFoot', [0, 0.3, 0.35]],
    ];
    const poses = ways.map(([name, way]) => VISITING_ORDERS.map((order) => pulled(rig, name, way, order)));
    VISITING_ORDERS.forEach((one, i) => {
      for (let k = i + 1; k < VISITING_ORDERS.length; k++) {
        const most = Math.max(...poses.map((byOrder) => farthestTurn(rig, byOrder[i]!, byOrder[k]!)));
        expect(most, `${one} and ${VISITING_ORDERS[k]}`).toBeGreaterThan(2 * DEGREE);
      }
    });
  });

  test('largest error first: an elbow that cannot help lets the others go first', () => {
    // Down, across the plane in which the elbow bends.
    const [helpful, alike] = (['largestErrorFirst', 'forward'] as const).map((order) =>
      pulled(rig, 'leftHand', [-0.15, -0.45, 0.1], order),
    ) as [Pose, Pose];
    const share = (pose: Pose): number => turnOf(rig, pose, ['leftLowerArm']) / turnOf(rig, pose, ['leftUpperArm']);
    expect(share(helpful)).toBeLessThan(0.8 * share(alike));
  });

  test.each(few(VISITING_ORDERS, 7))('%s keeps the pins, the limits and the reach', (order) => {
    for (const { name, way } of PULLS) {
      const pose = pulled(rig, name, way, order);
      expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
      for (const pin of Object.keys(pinsFor(name)) as HandleName[]) {
        expect(distance(at(rig, pose, pin), at(rig, restPose(rig.skeleton), pin))).toBeLessThan(1.01e-4);
      }
    }
  });
});

describe('who follows', () => {
  const rig = buildRig(readGlbScene(MANNEQUIN));
  const { humanoid } = rig;
  const limb = limbOf(rig, 'leftHand')!;
  const followed: Followed = {
    rig,
    limb,
    rootStiffness: 0.5,
    helpfulness: () => Float64Array.from({ length: rig.skeleton.count }, () => 1),
  };

  test('with smart bounce leaves the limb as ready as it is, and each part further from it less ready', () => {
    const { stiffness, rootStiffness } = followingOf(followed, 'smartBounce');
    const readiness = (joint: number): number => (1 - stiffness[joint]!) / (1 - rig.skeleton.stiffness[joint]!);
    expect(readiness(limb.upper)).toBeCloseTo(1, 12);
    const further = [humanoid.leftShoulder!, humanoid.spine!, humanoid.hips!].map(readiness);
    expect(further[0]).toBeLessThan(0.5);
    expect(further[1]).toBeLessThan(further[0]!);
    expect(further[2]).toBeLessThan(further[1]!);
    expect(rootStiffness).toBeLessThan(1);
  });

  test('never makes hips follow that the settings keep in place', () => {
    for (const order of VISITING_ORDERS) expect(followingOf({ ...followed, rootStiffness: 1 }, order).rootStiffness).toBe(1);
  });

  test('with largest error first follows from the help, the limb more readily than the body, and nobody is left out', () => {
    const help = Float64Array.from(followed.helpfulness());
    help[limb.upper] = 0.5;
    help[limb.bend] = 0;
    const { stiffness } = followingOf({ ...followed, helpfulness: () => help }, 'largestErrorFirst');
    const share = (joint: number): number => (1 - stiffness[joint]!) / (1 - rig.skeleton.stiffness[joint]!);
    expect(share(limb.end)).toBeLessThan(share(limb.upper));
    expect(share(limb.bend)).toBeGreaterThan(0.1);
    expect(share(limb.bend)).toBeLessThan(0.5 * share(limb.upper));
    expect(share(humanoid.spine!)).toBeCloseTo(share(humanoid.hips!), 12);
    expect(share(humanoid.spine!)).toBeLessThan(share(limb.upper));
  });
});
