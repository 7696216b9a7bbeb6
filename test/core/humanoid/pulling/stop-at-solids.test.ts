import { describe, expect, it } from 'vitest';
import { createSurface } from '../../../../core/contact/surface.ts';
import { handlesOf, type HandleName } from '../../../../core/humanoid/body/handles.ts';
import { createPuller, type PullOptions } from '../../../../core/humanoid/pulling/puller.ts';
import type { Solid } from '../../../../core/humanoid/touching/touching.ts';
import { conjugate, fromAxisAngle, IDENTITY, rotate } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { add, lerp, subtract, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, pointOf } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose, type Pose } from '../../../../core/skeleton/pose.ts';
import { FEET, figureOf, pinMoved } from '../../../benchmarks/posing/figure.ts';
import { TRIES_ALL } from '../../../helpers/extent.ts';
import { sampleRig } from '../../../helpers/rigs.ts';

const mannequin = sampleRig('mannequin.glb')!.rig;
const rest = restPose(mannequin.skeleton);
const at = (pose: Pose, name: HandleName): Vec3 => {
  const { joint, offset } = handlesOf(mannequin).find((each) => each.name === name)!;
  return pointOf(forwardKinematics(mannequin.skeleton, pose), joint, offset);
};

/** A box of these sides whose middle is at a place. */
interface Box {
  readonly middle: Vec3;
  readonly size: Vec3;
  readonly turn: number;
}

const solidOf = ({ middle, size, turn }: Box): Solid => ({
  surface: createSurface({ kind: 'box', size }),
  position: subtract(middle, [0, size[1] / 2, 0]),
  rotation: turn === 0 ? IDENTITY : fromAxisAngle([0, 1, 0], turn),
});

const SHARES = Array.from({ length: 33 }, (_, i) => i / 32);

/** How deep the body is in a box at most, metres: along each axis point by point, by the box's own formula. */
function depthIn(pose: Pose, { middle, size, turn }: Box): number {
  const world = forwardKinematics(mannequin.skeleton, pose);
  const back = conjugate(fromAxisAngle([0, 1, 0], turn));
  let deepest = -Infinity;
  for (const { joint, start, end, radius } of mannequin.shape)
    for (const share of SHARES) {
      const seen = rotate(back, subtract(pointOf(world, joint, lerp(start, end, share)), middle));
      const beyond = seen.map((value, k) => Math.abs(value) - size[k]! / 2);
      const outside = Math.hypot(...beyond.map((value) => Math.max(0, value)));
      deepest = Math.max(deepest, radius - (outside > 0 ? outside : Math.max(...beyond)));
    }
  return deepest;
}

const pull = (name: HandleName, target: Vec3, how: PullOptions) =>
  createPuller(mannequin)
    .begin(rest, name, FEET)
    .to(target, { keepsDirection: false, bodyStops: true, ...how });

describe('a solid beside the one that is pulled', () => {
  it('stops a hand that is pulled into it at its surface', () => {
    const target = add(at(rest, 'chest'), [-0.1, 0, 0.4]);
    const box: Box = { middle: target, size: [0.3, 0.3, 0.3], turn: 0.4 };
    expect(depthIn(pull('rightHand', target, {}).pose, box)).toBeGreaterThan(0.05);
    const { pose } = pull('rightHand', target, { solids: [solidOf(box)] });
    expect(depthIn(pose, box)).toBeLessThan(5e-3);
    expect(depthIn(pose, box)).toBeGreaterThan(-5e-3);
    for (const foot of ['leftFoot', 'rightFoot'] as const) expect(pinMoved(figureOf(mannequin), pose, foot)).toBeLessThan(1e-4);
  });

  it('is gone into by no part of the body, wherever hands, feet, head and hips are pulled (seed 7)', () => {
    const random = seededRandom(7);
    const some = (): number => random() - 0.5;
    const names = ['rightHand', 'leftHand', 'head', 'hips', 'rightFoot'] as const;
    let would = 0;
    for (let round = 0; round < (TRIES_ALL ? 60 : 15); round++) {
      const name = names[round % names.length]!;
      const way: Vec3 = [0.2 * some(), name === 'hips' ? -0.45 : 0.2 * some(), name === 'hips' ? -0.1 : 0.35 + 0.1 * random()];
      const target = add(at(rest, name), way);
      const box: Box = {
        middle: target,
        size: [0.2 + 0.2 * random(), 0.2 + 0.1 * random(), 0.2 + 0.1 * random()],
        turn: 6 * random(),
      };
      const before = Math.max(0, depthIn(rest, box));
      if (depthIn(pull(name, target, {}).pose, box) > before + 0.02) would++;
      expect(depthIn(pull(name, target, { solids: [solidOf(box)] }).pose, box), `${name} ${round}`).toBeLessThan(before + 5e-3);
    }
    expect(would).toBeGreaterThan(8);
  });

  it('is not gone through by a hand that is pulled to its other side: it goes round a thin board', () => {
    const from = at(rest, 'rightHand');
    const target = add(at(rest, 'chest'), [-0.1, 0, 0.45]);
    const board: Box = { middle: lerp(from, target, 0.6), size: [0.5, 0.5, 0.01], turn: 0 };
    const { pose } = pull('rightHand', target, { solids: [solidOf(board)] });
    expect(depthIn(pose, board)).toBeLessThan(5e-3);
    const path = [lerp(from, at(pose, 'rightHand'), 0.5), at(pose, 'rightHand')];
    for (const place of path)
      if (Math.abs(place[0] - board.middle[0]) < 0.2 && Math.abs(place[1] - board.middle[1]) < 0.2)
        expect(place[2]).toBeLessThan(board.middle[2]);
  });

  it('costs nothing where it is out of reach: the pose is the same to the byte', () => {
    const target = add(at(rest, 'leftHand'), [-0.1, 0.1, 0.2]);
    const far = solidOf({ middle: [0, 0, 9], size: [1, 1, 1], turn: 0 });
    expect(pull('leftHand', target, { solids: [far] }).pose).toEqual(pull('leftHand', target, {}).pose);
  });

  it('is refused in a sentence where it is none', () => {
    const solid = solidOf({ middle: [0, 0, 1], size: [1, 1, 1], turn: 0 });
    const to = (solids: unknown) => () => pull('leftHand', [0, 1, 0], { solids: solids as readonly Solid[] });
    expect(to([{ ...solid, rotation: [0, 0, 0, 2] }])).toThrow('solids: solid 0: rotation');
    expect(to([{ ...solid, position: [0, Number.NaN, 0] }])).toThrow('solids: solid 0: position');
    expect(to([{ ...solid, surface: {} }])).toThrow('solids: solid 0: the surface: nearest');
    expect(to('box')).toThrow('solids');
  });
});
