import { describe, expect, test } from 'vitest';
import { facingFrame } from '../../../../core/humanoid/body/body-frame.ts';
import { bodyOf } from '../../../../core/humanoid/body/rig-body.ts';
import type { HumanoidBone } from '../../../../core/humanoid/body/bones.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { canonicalRotations } from '../../../../core/humanoid/transfer/canonical-frames.ts';
import { angleBetween, conjugate, multiply, rotate, type Quat } from '../../../../core/math/quat.ts';
import { dot, scale } from '../../../../core/math/vec3.ts';
import { bentAt, plainFigure, sceneOf } from '../../../helpers/figure.ts';
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

describe('a limb of which the half is not known', () => {
  /** Legs that do not hang straight down, so that they have a turn of their own. */
  const astride = buildRig(sceneOf(bentAt(bentAt(plainFigure(), 'thigh.l', 2, 15), 'thigh.r', 2, -15)));
  const lacking = (whole: Rig, gone: RegExp): Rig => ({
    ...whole,
    humanoid: Object.fromEntries(Object.entries(whole.humanoid).filter(([bone]) => !gone.test(bone))),
  });

  test.each([
    ['LowerLeg', /UpperLeg|Foot|Toes/, astride],
    ['UpperLeg', /LowerLeg|Foot|Toes/, astride],
    ['LowerArm', /UpperArm|Hand|Thumb|Index|Middle|Ring|Little/, rig],
    ['UpperArm', /LowerArm|Hand|Thumb|Index|Middle|Ring|Little/, rig],
  ] as const)('has no direction of its own without its %s: what is left of it follows the trunk', (part, rest, whole) => {
    const known = canonicalRotations(bodyOf(whole), whole.report.facing);
    for (const side of ['left', 'right'] as const) {
      const halved = bodyOf(lacking(whole, new RegExp(`^${side}${part}$`)));
      const half = canonicalRotations(halved, whole.report.facing);
      expect(half.has(`${side}${part}`)).toBe(false);
      const limb = [...half.keys()].filter((bone) => bone.startsWith(side) && rest.test(bone));
      expect(limb.length).toBeGreaterThan(1);
      const turned = (bone: HumanoidBone): Quat => multiply(half.get(bone)!, conjugate(halved.restOf(bone)));
      for (const bone of limb) expect(angleBetween(turned(bone), turned('hips')), bone).toBeLessThan(1e-9);
      // The other side is as it was.
      for (const [bone, rotation] of half)
        if (!bone.startsWith(side)) expect(angleBetween(rotation, known.get(bone)!), bone).toBeLessThan(1e-9);
    }
  });

  test('leaves toes without a foot to the lower leg, be it astride', () => {
    const shape = bodyOf(lacking(astride, /Foot$/));
    const footless = canonicalRotations(shape, astride.report.facing);
    const turned = (bone: HumanoidBone): Quat => multiply(footless.get(bone)!, conjugate(shape.restOf(bone)));
    for (const side of ['left', 'right'] as const) {
      expect(angleBetween(turned(`${side}Toes`), turned(`${side}LowerLeg`))).toBeLessThan(1e-9);
      expect(angleBetween(turned(`${side}Toes`), turned('hips'))).toBeGreaterThan(0.2);
    }
  });
});
