import type { Vec3 } from '../../../core/math/vec3.ts';
import { LengthInput } from '../widgets/length-input.tsx';

const AXES = ['X', 'Y', 'Z'] as const;

const HINTS: Readonly<Record<(typeof AXES)[number], string>> = {
  X: 'From the middle, to the left of a character that faces along Z',
  Y: 'Above the floor of the world',
  Z: 'From the middle, forwards',
};

interface PointFieldsProps {
  /** World, metres. */
  readonly place: Vec3;
  readonly onCommit: (place: Vec3) => void;
}

/** A place of the world, one field an axis. */
export function PointFields({ place, onCommit }: PointFieldsProps) {
  const withAxis = (axis: number, metres: number) => place.map((value, i) => (i === axis ? metres : value)) as unknown as Vec3;
  return AXES.map((axis, i) => (
    <LengthInput
      key={axis}
      label={axis}
      hint={HINTS[axis]}
      value={place[i]!}
      onCommit={(metres) => onCommit(withAxis(i, metres))}
    />
  ));
}
