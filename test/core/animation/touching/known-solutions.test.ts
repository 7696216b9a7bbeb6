import { expect, test } from 'vitest';
import { solverThatKeeps } from '../../../../core/animation/touching/solve-frame.ts';
import type { PosedActor } from '../../../../core/humanoid/body/actor.ts';
import type { BodyContact } from '../../../../core/humanoid/bodies/body-contact.ts';
import { createContactSolver } from '../../../../core/humanoid/bodies/contact-solver.ts';
import { add } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../../core/skeleton/pose.ts';
import { cast } from '../../../benchmarks/scene/casts.ts';

const { rig } = cast()[0]!;
const hand = worldPosition(forwardKinematics(rig.skeleton, restPose(rig.skeleton)), rig.humanoid.leftHand!);

function bodies(x = 0): PosedActor[] {
  const pose = restPose(rig.skeleton);
  pose[0]! += x;
  return [{ rig, place: { at: [0, 0, 0], turn: 0 }, pose }];
}

function reaching(ahead: number): BodyContact[] {
  const on = { position: add(hand, [0, 0, ahead]), rotation: [0, 0, 0, 1] as const };
  return [{ from: { actor: 0, handle: 'leftHand' }, on, gives: 'from' }];
}

test('what was solved is found again, by its time, its bodies and its contacts', () => {
  const solve = solverThatKeeps(rig);
  const first = solve(0, bodies(), reaching(0.1));
  expect(first[0]).toEqual(createContactSolver().solve(bodies(), reaching(0.1)).poses[0]);
  expect(solve(0, bodies(), reaching(0.1))[0]).toBe(first[0]);
  for (const other of [
    solve(1, bodies(), reaching(0.1)),
    solve(0, bodies(0.01), reaching(0.1)),
    solve(0, bodies(), reaching(0.2)),
  ])
    expect(other[0]).not.toBe(first[0]);
  expect(solve(0, bodies(), reaching(0.1))[0]).toBe(first[0]);
});

test('a body that does not move keeps its very pose', () => {
  const solve = solverThatKeeps(rig);
  solve(2, bodies(), reaching(0));
  const again = bodies();
  expect(solve(2, again, reaching(0))[0]).toBe(again[0]!.pose);
});
