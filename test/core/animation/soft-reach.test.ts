import { expect, test } from 'vitest';
import { limbsOf } from '../../../core/animation/limbs.ts';
import { softenReach } from '../../../core/animation/soft-reach.ts';
import { vec3At } from '../../../core/math/vec3.ts';
import { fromAxisAngle } from '../../../core/math/quat.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { withLimits } from '../../../core/skeleton/skeleton.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { rig } = smallBiped();
const arm = limbsOf(rig).find(({ name }) => name === 'leftArm')!;
const bent = restPose(rig.skeleton);
setRotation(bent, arm.middle, fromAxisAngle([0, 0, 1], 1.5));
const world = forwardKinematics(rig.skeleton, bent);
const [x, y, z] = vec3At(world.positions, arm.top);

/** Distance from the shoulder that the arm is asked for when the target is `metres` to the side of it. */
function stretched(metres: number, freedom = 1): number {
  const path = { positions: Float64Array.from([x + metres, y, z]), rotations: new Float64Array(4) };
  const soft = softenReach({ limb: arm, path, foot: null }, [world], new Float64Array(1), Float64Array.of(freedom));
  return soft.path.positions[0]! - x;
}

test('a target well inside reach stays; one beyond ends just inside reach', () => {
  expect(stretched(0.5 * arm.reach)).toBeCloseTo(0.5 * arm.reach, 12);
  expect(stretched(3 * arm.reach)).toBeLessThanOrEqual(arm.reach);
  expect(stretched(3 * arm.reach)).toBeGreaterThan(0.99 * arm.reach);
});

test('passing full reach at constant speed, the stretch slows down little by little', () => {
  let before = stretched(0.8 * arm.reach);
  let step = Infinity;
  for (let share = 0.805; share < 1.5; share += 0.005) {
    const now = stretched(share * arm.reach);
    if (step < Infinity) expect(now - before).toBeGreaterThanOrEqual(0.9 * step - 1e-12);
    expect(now - before).toBeLessThanOrEqual(Math.min(step, 0.005 * arm.reach) + 1e-12);
    step = now - before;
    before = now;
  }
});

test('a hand is not asked for nearer than the elbow can fold', () => {
  const { skeleton } = rig;
  const hinge = { kind: 'hinge', axis: [0, 0, 1], min: 0, max: 1.2 } as const;
  const limits = skeleton.limits.map((limit, joint) => (joint === arm.middle ? hinge : limit));
  const stiff = limbsOf({ ...rig, skeleton: withLimits(skeleton, limits) }).find(({ name }) => name === 'leftArm')!;
  const folded = stiff.bend!.distances.at(-1)!;
  const path = { positions: Float64Array.of(x + 0.2 * folded, y, z), rotations: new Float64Array(4) };
  const straight = forwardKinematics(skeleton, restPose(skeleton));
  const soft = softenReach({ limb: stiff, path, foot: null }, [straight], new Float64Array(1), Float64Array.of(1));
  expect(soft.path.positions[0]! - x).toBeGreaterThanOrEqual(folded);
  expect(soft.path.positions[0]! - x).toBeLessThan(1.1 * folded);
});

test('a limb that is bound to its place is not softened', () => {
  expect(stretched(1.2 * arm.reach, 0)).toBeCloseTo(1.2 * arm.reach, 12);
});
