import { dot, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import type { LengthUnit } from '../../../electron/contract.ts';
import { lengthIn, unitSign } from '../../state/window/units.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import type { Axes, AxisName } from '../geometry/axes.ts';
import { freeAxes, type Constraint } from './constraint.ts';

/** How far a handle has been moved, along the axes that it may: “X +3.1 Y −12.0 Z +0.4 cm”, in the unit that is set; a number that is being typed stands as it is. */
export function describeMove(from: Vec3, to: Vec3, constraint: Constraint, axes: Axes, typed: string, unit: LengthUnit): string {
  const way = subtract(to, from);
  const parts = freeAxes(constraint).map((axis) => {
    const isTyped = typed !== '' && constraint.kind === 'axis';
    return `${axis.toUpperCase()} ${isTyped ? `${typed}▏` : signedLength(unit, dot(way, axes[axis]))}`;
  });
  return `${parts.join('  ')} ${unitSign(unit)}`;
}

/** How far something has been turned: “Y +45.0°”. */
export function describeTurn(axis: AxisName | null, radians: number, typed: string): string {
  const name = axis === null ? '' : `${axis.toUpperCase()} `;
  return `${name}${typed !== '' ? `${typed}▏` : signed(toDegrees(radians))}°`;
}

function signedLength(unit: LengthUnit, metres: number): string {
  const text = lengthIn(unit, metres);
  return text.startsWith('-') ? `−${text.slice(1)}` : `+${text}`;
}

function signed(value: number): string {
  const text = Math.abs(value).toFixed(1);
  return `${value < 0 && text !== '0.0' ? '−' : '+'}${text}`;
}
