import { describe, expect, test } from 'vitest';
import { facingFrame } from '../../../../core/humanoid/body/body-frame.ts';
import { bodyOf } from '../../../../core/humanoid/body/rig-body.ts';
import type { HumanoidBone } from '../../../../core/humanoid/body/bones.ts';
import { canonicalRotations } from '../../../../core/humanoid/transfer/canonical-frames.ts';
import { angleBetween, conjugate, multiply, rotate, type Quat } from '../../../../core/math/quat.ts';
import { dot, scale } from '../../../../core/math/vec3.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';

const { rig } = sampleRigs().find(({ name }) => MANNEQUIN.endsWith(name))!;
const body = bodyOf(rig);
const facing = rig.report.facing;
const { left, up, forward } = facingFrame(facing);
const canonical = canonicalRotations(body, facing);

/** How far a bone turns from rest into the canonical pose. */
const turnOf = (bone: HumanoidBone): Quat => multiply(canonical.get(bone)!, conjugate(body.restOf(bone)));
const bonesLike = (pattern: RegExp): HumanoidBone[] => [...canonical.keys()].filter((bone) => pattern.test(bone));

describe('in the canonical pose of the mannequin', () => {
  test('arms and fingers point out to their side, thumbs follow their hand', () => {
    const fingers = /(Index|Middle|Ring|Little)(Proximal|Intermediate)$/;
    for (const side of ['left', 'right'] as const) {
      const out = side === 'left' ? left : scale(left, -1);
      const straight = bonesLike(new RegExp(`^${side}(UpperArm|LowerArm|.*${fingers.source})`));
      expect(straight.length).toBeGreaterThan(4);
      for (const bone of straight) expect(dot(rotate(turnOf(bone), body.direction(bone)), out), bone).toBeGreaterThan(1 - 1e-9);
      const thumbs = bonesLike(new RegExp(`^${side}Thumb`));
      expect(thumbs.length).toBeGreaterThan(1);
      for (const bone of thumbs) expect(angleBetween(turnOf(bone), turnOf(`${side}Hand`)), bone).toBeLessThan(1e-9);
    }
  });

  test('legs point down, and what has no direction of its own follows its parent', () => {
    for (const bone of bonesLike(/(Upper|Lower)Leg$/))
      expect(dot(rotate(turnOf(bone), body.direction(bone)), up), bone).toBeLessThan(-1 + 1e-9);
    for (const side of ['left', 'right'] as const)
      expect(angleBetween(turnOf(`${side}Toes`), turnOf(`${side}Foot`))).toBeLessThan(1e-9);
    for (const bone of bonesLike(/^(spine|chest|upperChest|neck|head)$/))
      expect(angleBetween(turnOf(bone), turnOf('hips')), bone).toBeLessThan(1e-9);
    expect(Math.abs(dot(rotate(turnOf('hips'), forward), forward))).toBeGreaterThan(0.99);
  });
});
