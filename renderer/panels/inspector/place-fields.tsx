import { useMemo } from 'react';
import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import { subtract, type Vec3 } from '../../../core/math/vec3.ts';
import { shownPose } from '../../state/studio.ts';
import { moveHandle, placeOfHandle } from '../../tools/nudge.ts';
import { LengthInput } from '../widgets/length-input.tsx';
import { useServices, useStudio } from '../window-context.tsx';

const AXES = ['X', 'Y', 'Z'] as const;

const HINTS: Readonly<Record<(typeof AXES)[number], string>> = {
  X: 'From the middle, to the left of a character that faces along Z',
  Y: 'Above the floor of the world',
  Z: 'From the middle, forwards',
};

/** Where a handle is in the world; a place that is typed pulls it there, as far as the body reaches. */
export function PlaceFields({ handle }: { handle: HandleName }) {
  const { studio } = useServices();
  const pose = useStudio(shownPose);
  const rig = useStudio((state) => state.document?.rig);
  // Depends on the pose and the rig alone.
  const place = useMemo(() => pose && rig && placeOfHandle(studio.getState(), handle), [studio, handle, pose, rig]);
  if (!place) return null;
  const pullTo = (axis: number, metres: number) => {
    const wanted = place.map((value, i) => (i === axis ? metres : value)) as unknown as Vec3;
    moveHandle(studio, handle, subtract(wanted, place));
  };
  return AXES.map((axis, i) => (
    <LengthInput key={axis} label={axis} hint={HINTS[axis]} value={place[i]!} onCommit={(metres) => pullTo(i, metres)} />
  ));
}
