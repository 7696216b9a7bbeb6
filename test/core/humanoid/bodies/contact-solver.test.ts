import { describe, expect, test } from 'vitest';
import type { PosedActor } from '../../../../core/humanoid/body/actor.ts';
import type { BodyContact } from '../../../../core/humanoid/bodies/body-contact.ts';
import { createContactSolver } from '../../../../core/humanoid/bodies/contact-solver.ts';
import { pinned } from '../../../../core/humanoid/body/handles.ts';
import { DEGREES } from '../../../../core/math/angles.ts';
import type { Vec3 } from '../../../../core/math/vec3.ts';
import { cast } from '../../../benchmarks/scene/casts.ts';
import { actorsAt, measurePairing } from '../../../benchmarks/scene/measures.ts';
import { chainOf, PAIRINGS } from '../../../benchmarks/scene/pairings.ts';
import { cases } from '../../../helpers/extent.ts';
import { segmentGap } from '../../../helpers/segment-gap.ts';
import { matrixKinematics, transformPoint } from '../../../helpers/matrix-kinematics.ts';

const members = cast();
const [mannequin, child] = members.map(({ rig }) => rig) as [PosedActor['rig'], PosedActor['rig']];
const shaking = PAIRINGS['handshake']!(mannequin, child);
const solver = createContactSolver();

/** Where a point of an actor's joint is in the world, by matrices. */
function placeOf({ rig, place }: PosedActor, pose: PosedActor['pose'], joint: number, point: Vec3): Vec3 {
  const [x = 0, y = 0, z = 0] = transformPoint(matrixKinematics(rig.skeleton, pose)[joint]!, point);
  const [sine, cosine] = [Math.sin(place.turn), Math.cos(place.turn)];
  return [place.at[0] + cosine * x + sine * z, place.at[1] + y, place.at[2] - sine * x + cosine * z];
}

function apart(actors: readonly PosedActor[], poses: readonly PosedActor['pose'][], { from, on }: BodyContact): number {
  if (!('actor' in on)) throw new Error('pairings are of bodies');
  const { rig } = actors[from.actor]!;
  const joint = rig.humanoid[from.handle as 'rightHand']!;
  const a = placeOf(actors[from.actor]!, poses[from.actor]!, joint, from.point ?? [0, 0, 0]);
  const b = placeOf(actors[on.actor]!, poses[on.actor]!, on.joint, on.point);
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

interface Flesh {
  readonly ends: readonly [Vec3, Vec3];
  readonly radius: number;
}

describe('two bodies that touch', () => {
  const pairs = members.flatMap((a) => members.map((b) => [a, b] as const)).filter(([a, b]) => a !== b);
  const chosen = cases(1, pairs.length);

  for (const [a, b] of pairs.slice(0, chosen)) {
    test.each(Object.entries(PAIRINGS))(`%s: ${a.name} and ${b.name} hold all contacts between two keys`, (_, pairing) => {
      const figures = measurePairing(pairing(a.rig, b.rig), solver, cases(4, 24), 1);
      expect(figures.held).toBe(figures.frames);
      expect(figures.place).toBeLessThanOrEqual(1);
      expect(figures.direction).toBeLessThanOrEqual(0.5);
      expect(figures.excess).toBeLessThanOrEqual(1e-6);
      expect(figures.feet).toBeLessThanOrEqual(0.1);
      // Frames that lie further apart are further apart too.
      expect(figures.step).toBeLessThanOrEqual(5 * figures.keyed);
    });
  }

  const vrm = members.find(({ name }) => name === 'vrm');
  test.skipIf(!vrm).each(['high five', 'stretcher'])(
    '%s: arms do not leap to another way to bend from frame to frame, where hands were keyed far from how they touch',
    (name) => {
      const { held, frames, step, keyed } = measurePairing(PAIRINGS[name]!(mannequin, vrm!.rig), solver, cases(12, 24), 1);
      expect(held).toBe(frames);
      expect(step).toBeLessThan(2.5 * keyed);
    },
  );

  const knight = members.find(({ name }) => name === 'knight');
  test.skipIf(!knight)('hold where each leans to the other further than its pull knew of', () => {
    const hug = PAIRINGS['hug']!(child, knight!.rig);
    const actors = actorsAt(hug, 0);
    const { poses } = solver.solve(actors, hug.contacts);
    for (const contact of hug.contacts) expect(apart(actors, poses, contact)).toBeLessThan(5e-4);
  });

  test('stay out of each other while their contacts hold, where a moved body would be in the other', () => {
    const hug = PAIRINGS['hug']!(mannequin, mannequin);
    for (const share of [0, 0.1]) {
      const actors = actorsAt(hug, share);
      const { poses, status } = solver.solve(actors, hug.contacts);
      expect(status).toBe('reached');
      const [a, b] = actors.map((actor, i) =>
        actor.rig.shape.map(({ joint, start, end, radius }) => ({
          ends: [placeOf(actor, poses[i]!, joint, start), placeOf(actor, poses[i]!, joint, end)] as const,
          radius,
        })),
      ) as [Flesh[], Flesh[]];
      const depths = a.flatMap((one) => b.map((other) => one.radius + other.radius - segmentGap(one.ends, other.ends)));
      expect(Math.max(...depths)).toBeLessThan(5e-3);
    }
  });

  test('are where they are said to be, by matrices', () => {
    const actors = actorsAt(shaking, 0.4);
    const { poses, residuals } = solver.solve(actors, shaking.contacts);
    expect(
      apart(
        actors,
        actors.map(({ pose }) => pose),
        shaking.contacts[0]!,
      ),
    ).toBeGreaterThan(0.05);
    expect(apart(actors, poses, shaking.contacts[0]!)).toBeCloseTo(residuals[0]!.distance, 9);
    expect(residuals[0]!.distance).toBeLessThan(5e-4);
  });

  test('bend their elbows outwards and below their shoulders', () => {
    const alike = PAIRINGS['handshake']!(mannequin, mannequin);
    for (const share of [0, 0.5, 1]) {
      const actors = actorsAt(alike, share);
      const { poses } = solver.solve(actors, alike.contacts);
      actors.forEach((actor, a) => {
        const standing = { ...actor, place: { at: [0, 0, 0] as const, turn: 0 } };
        const [shoulder, elbow, hand] = (['rightUpperArm', 'rightLowerArm', 'rightHand'] as const).map((bone) =>
          placeOf(standing, poses[a]!, actor.rig.humanoid[bone]!, [0, 0, 0]),
        ) as [Vec3, Vec3, Vec3];
        expect(elbow[1]).toBeLessThan(shoulder[1] - 0.15);
        // The right is at −x of a body that looks along z.
        expect(elbow[0]).toBeLessThan(hand[0] - 0.05);
      });
    }
  });
});

describe('who gives way', () => {
  const actors = actorsAt(shaking, 0.5);
  const [contact] = shaking.contacts as [BodyContact];
  const solved = (gives: BodyContact['gives']) => solver.solve(actors, [{ ...contact, gives }]);

  test('is this one, the other or both', () => {
    const changed = (gives: BodyContact['gives']) => solved(gives).poses.map((pose, a) => pose !== actors[a]!.pose);
    expect(changed('from')).toEqual([true, false]);
    expect(changed('on')).toEqual([false, true]);
    expect(changed('both')).toEqual([true, true]);
    for (const gives of ['from', 'on', 'both'] as const) expect(solved(gives).status).toBe('reached');
  });

  test('is an arm whose body keeps its hips, where it is led by its forearm', () => {
    const lifted = PAIRINGS['arm lifted']!(mannequin, child);
    const given = actorsAt(lifted, 0.8);
    const { poses, status } = solver.solve(given, lifted.contacts);
    expect(status).toBe('reached');
    expect(poses[1]).not.toBe(given[1]!.pose);
    expect(poses[1]!.subarray(0, 3)).toEqual(given[1]!.pose.subarray(0, 3));
  });

  test('is nobody who touches nothing', () => {
    const third = { ...actors[0]!, place: { at: [3, 0, 0] as const, turn: 1 } };
    const { poses } = solver.solve([...actors, third], [contact]);
    expect(poses[2]).toBe(third.pose);
    expect(solver.solve(actors, []).poses).toEqual(actors.map(({ pose }) => pose));
  });

  test('goes to where the other is by then, however the contacts are ordered', () => {
    const row = chainOf([mannequin, mannequin, mannequin]);
    const given = actorsAt(row, 0.5);
    const follows = row.contacts.map((each): BodyContact => ({ ...each, gives: 'on' }));
    for (const contacts of [follows, follows.toReversed()]) {
      const { poses, residuals } = solver.solve(given, contacts);
      expect(poses[0]).toBe(given[0]!.pose);
      expect(Math.max(...residuals.map(({ distance }) => distance))).toBeLessThan(5e-4);
    }
  });
});

describe('a solve', () => {
  test('gives the same bytes whatever was solved before, and leaves what holds already as it is', () => {
    const actors = actorsAt(shaking, 0.25);
    const first = createContactSolver().solve(actors, shaking.contacts);
    const used = createContactSolver();
    for (const share of [0.9, 0.1]) used.solve(actorsAt(shaking, share), shaking.contacts);
    expect(used.solve(actors, shaking.contacts)).toEqual(first);
    const again = actors.map((actor, a) => ({ ...actor, pose: first.poses[a]! }));
    const { poses } = used.solve(again, shaking.contacts);
    poses.forEach((pose, a) => expect(pose).toBe(first.poses[a]));
  });

  test('does not depend on where in the world the bodies stand', () => {
    const actors = actorsAt(shaking, 0.25);
    const [sine, cosine] = [Math.sin(0.8), Math.cos(0.8)];
    const carried = actors.map((actor) => {
      const [x, y, z] = actor.place.at;
      const at: Vec3 = [5 + cosine * x + sine * z, 1 + y, -3 - sine * x + cosine * z];
      return { ...actor, place: { at, turn: actor.place.turn + 0.8 } };
    });
    const [here, there] = [actors, carried].map((each) => solver.solve(each, shaking.contacts).poses);
    here!.forEach((pose, a) => pose.forEach((value, i) => expect(value).toBeCloseTo(there![a]![i]!, 6)));
  });

  test('keeps hands that are pinned, in the world and on the own body, and lets go of the one that goes to a contact', () => {
    const actors = actorsAt(shaking, 0.5).map((actor) => ({
      ...actor,
      pins: {
        ...pinned('leftFoot', 'rightFoot', 'rightHand'),
        leftHand: { translation: true, rotation: true, weight: 1, on: 'leftUpperLeg' as const },
      },
    }));
    const { poses, status } = solver.solve(actors, shaking.contacts);
    expect(status).toBe('reached');
    actors.forEach((actor, a) => {
      const { leftHand, leftUpperLeg, leftFoot } = actor.rig.humanoid;
      const between = (pose: PosedActor['pose']) => {
        const [hand, thigh] = [leftHand!, leftUpperLeg!].map((joint) => placeOf(actor, pose, joint, [0, 0, 0]));
        return Math.hypot(...hand!.map((value, c) => value - thigh![c]!));
      };
      expect(Math.abs(between(poses[a]!) - between(actor.pose))).toBeLessThan(2e-4);
      const [before, after] = [actor.pose, poses[a]!].map((pose) => placeOf(actor, pose, leftFoot!, [0, 0, 0]));
      expect(Math.hypot(...before!.map((value, c) => value - after![c]!))).toBeLessThan(1e-4);
    });
  });

  test('says what is left of a contact that cannot be reached, and comes as near as it can', () => {
    const actors = actorsAt(shaking, 0.5).map((actor, a) =>
      a === 1 ? { ...actor, place: { at: [0, 0, 4] as const, turn: Math.PI } } : actor,
    );
    const { poses, residuals, status } = solver.solve(actors, shaking.contacts);
    expect(status).toBe('short');
    const before = apart(
      actors,
      actors.map(({ pose }) => pose),
      shaking.contacts[0]!,
    );
    expect(residuals[0]!.reached).toBe(false);
    expect(residuals[0]!.distance).toBeCloseTo(apart(actors, poses, shaking.contacts[0]!), 9);
    expect(residuals[0]!.distance).toBeLessThan(before - 0.3);
    // Nobody lies down for it.
    const { hips } = mannequin.humanoid;
    expect(placeOf(actors[0]!, poses[0]!, hips!, [0, 0, 0])[1]).toBeGreaterThan(mannequin.report.hipHeight / 2);
    for (const [a, actor] of actors.entries()) {
      const [stood, stands] = [actor.pose, poses[a]!].map((pose) =>
        placeOf(actor, pose, actor.rig.humanoid.leftToes!, [0, 0, 0]),
      );
      expect(Math.hypot(...stood!.map((value, c) => value - stands![c]!))).toBeLessThan(1e-4);
    }
  });

  test('holds a chain of eight bodies of all sizes', () => {
    const row = chainOf(Array.from({ length: 8 }, (_, i) => members[i % members.length]!.rig));
    const { status, residuals } = solver.solve(actorsAt(row, 0.5), row.contacts);
    expect(status).toBe('reached');
    expect(residuals.length).toBe(7);
    for (const { distance, angle } of residuals) {
      expect(distance).toBeLessThan(1e-3);
      expect(angle).toBeLessThan(0.5 * DEGREES);
    }
  });
});

describe('what is refused', () => {
  const actors = actorsAt(shaking, 0);
  const [contact] = shaking.contacts as [BodyContact];
  const asked = (change: object) => () => solver.solve(actors, [{ ...contact, ...change }]);

  test('is a contact that names nobody, no handle, no joint, the own body to give way, or numbers that are none', () => {
    expect(asked({ from: { actor: 2, handle: 'rightHand' } })).toThrow(
      'contact 0: the actor of from must be one from 0 to 1, got 2',
    );
    expect(asked({ from: { actor: 0, handle: 'tail' } })).toThrow('contact 0: the handle must be one of hips');
    expect(asked({ on: { ...contact.on, joint: 1.5 } })).toThrow('contact 0: the joint must be one from 0 to');
    expect(asked({ on: { actor: 0, joint: 3, point: [0, 0, 0] } })).toThrow(
      'gives must be from where the world or the own body is touched',
    );
    expect(asked({ on: { ...contact.on, point: [0, NaN, 0] } })).toThrow('contact 0: the point of on must be 3 finite numbers');
    expect(asked({ from: { ...contact.from, point: [0, 0] } })).toThrow('contact 0: the point of from must be 3 finite numbers');
    expect(asked({ rotation: [0, 0, 0, 2] })).toThrow('contact 0: the rotation must have length 1');
    expect(asked({ gives: 'nobody' })).toThrow('contact 0: gives must be one of from, on, both, got "nobody"');
    expect(asked({ give: 'both' })).toThrow('contact 0 cannot have the field "give"; near it is "gives"');
  });

  test('is an actor without a rig, a pose of another, or a place that is none', () => {
    const actor = (change: object) => () => solver.solve([{ ...actors[0]!, ...change }, actors[1]!], []);
    expect(actor({ rig: null })).toThrow('the rig must be one that buildRig made');
    expect(actor({ pose: new Float64Array(3) })).toThrow('actor 0: the pose');
    expect(actor({ place: { at: [0, 0, Infinity], turn: 0 } })).toThrow('actor 0: at must be 3 finite numbers');
    expect(actor({ place: { at: [0, 0, 0], turn: NaN } })).toThrow('actor 0: turn must be a finite number');
    expect(actor({ pins: { tail: true } })).toThrow('a handle must be one of');
    expect(() => solver.solve(7 as never, [])).toThrow('the actors');
  });
});
