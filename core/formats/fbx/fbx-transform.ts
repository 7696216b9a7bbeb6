import type { FBXModelData } from '@babylonjs/loaders/FBX/interpreter/fbxInterpreter.js';
import { conjugate, fromEuler, multiply, normalizeQuat, rotate, type EulerOrder, type Quat } from '../../math/quat.ts';
import { add, scale as scaled, subtract, timesEach, type Vec3 } from '../../math/vec3.ts';
import type { Transform } from '../gltf/matrix.ts';

/** The order of FBX's rotation orders, 0 to 5 (and the spheric one, which is read as the first), as products of quaternions. */
const ORDERS: readonly EulerOrder[] = ['ZYX', 'YZX', 'XZY', 'ZXY', 'YXZ', 'XYZ'];
const DEGREE = Math.PI / 180;

/** Lcl Translation (the file's units), Lcl Rotation (degrees) and Lcl Scaling of a model at one moment. */
export interface LclValues {
  readonly translation: Vec3;
  readonly rotation: Vec3;
  readonly scale: Vec3;
}

/** What of a model stays the same while its values change. */
export type LclFrame = Pick<
  FBXModelData,
  'preRotation' | 'postRotation' | 'rotationPivot' | 'scalingPivot' | 'rotationOffset' | 'scalingOffset' | 'rotationOrder'
>;

/** Degrees about the axes, in the order that pre- and post-rotations and geometric rotations have: about x first. */
export function eulerDegrees([x, y, z]: Vec3, order = 0): Quat {
  return fromEuler(x * DEGREE, y * DEGREE, z * DEGREE, ORDERS[order] ?? 'ZYX');
}

/**
 * A model's transform in its parent's space, in the file's units. The FBX SDK states it as
 * T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹ (offsets, pivots, rotations, scale), so its rotation is Rpre · R · Rpost⁻¹,
 * its scale S, and everything else moves it.
 */
export function lclTransform(frame: LclFrame, { translation, rotation, scale }: LclValues): Transform {
  const { rotationPivot, scalingPivot, rotationOffset, scalingOffset } = frame;
  const pre = eulerDegrees(frame.preRotation);
  const post = eulerDegrees(frame.postRotation);
  const turn = normalizeQuat(multiply(multiply(pre, eulerDegrees(rotation, frame.rotationOrder)), conjugate(post)));
  // Where the origin goes: Soff · Sp · S · Sp⁻¹ · 0, then about the rotation pivot.
  const sized = add(scalingOffset, subtract(scalingPivot, timesEach(scale, scalingPivot)));
  const turned = rotate(turn, subtract(sized, rotationPivot));
  return {
    translation: add(add(translation, rotationOffset), add(rotationPivot, turned)),
    rotation: turn,
    scale,
  };
}

/** Whether a rotation or scale moves the model too. */
export function hasPivots({ rotationPivot, scalingPivot, rotationOffset, scalingOffset }: LclFrame): boolean {
  return [rotationPivot, scalingPivot, rotationOffset, scalingOffset].some((vector) => vector.some((value) => value !== 0));
}

/** Componentwise; a divisor of 0 changes nothing. */
export function dividedByEach(a: Vec3, b: Vec3): Vec3 {
  return [a[0] / (b[0] || 1), a[1] / (b[1] || 1), a[2] / (b[2] || 1)];
}

/** The same place in other units. */
export function inUnits({ translation, rotation, scale }: Transform, unit: number): Transform {
  return { translation: scaled(translation, unit), rotation, scale };
}
