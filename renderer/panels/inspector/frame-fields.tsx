import { DEGREES, toDegrees } from '../../../core/math/angles.ts';
import { toEulerZxy } from '../../../core/formats/bvh/euler.ts';
import type { Frame } from '../../../core/math/frame.ts';
import { fromEuler } from '../../../core/math/quat.ts';
import { NumberInput } from '../widgets/number-input.tsx';
import { PointFields } from './point-fields.tsx';

const ANGLES = ['X', 'Y', 'Z'] as const;

/** Where something is in the scene and how it is rotated, as numbers. */
export function FrameFields({ frame, onCommit }: { frame: Frame; onCommit: (frame: Frame) => void }) {
  const { position, rotation } = frame;
  const [z, x, y] = toEulerZxy(rotation);
  const angles = [x, y, z];
  const turn = (axis: number, degrees: number): void => {
    const [about, up, along] = angles.with(axis, degrees * DEGREES) as [number, number, number];
    onCommit({ position, rotation: fromEuler(about, up, along, 'ZXY') });
  };
  return (
    <>
      <PointFields place={position} onCommit={(place) => onCommit({ position: place, rotation })} />
      {ANGLES.map((axis, i) => (
        <NumberInput
          key={axis}
          label={`Rotation ${axis}`}
          hint={`How it is rotated about ${axis}`}
          unit="°"
          value={toDegrees(angles[i]!)}
          onCommit={(degrees) => turn(i, degrees)}
        />
      ))}
    </>
  );
}
