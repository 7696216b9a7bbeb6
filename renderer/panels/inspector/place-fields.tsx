import { useMemo } from 'react';
import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import { subtract, type Vec3 } from '../../../core/math/vec3.ts';
import { isBendHandle } from '../../state/selection.ts';
import { shownPose } from '../../state/studio.ts';
import { moveHandle, placeOfHandle } from '../../tools/nudge.ts';
import { placeBend } from '../../tools/place-bend.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { PointFields } from './point-fields.tsx';

/** Where a handle is in the world; a place that is typed brings it there, as far as the body or, for an elbow or a knee, the limb reaches. */
export function PlaceFields({ handle }: { handle: HandleName }) {
  const { studio } = useServices();
  const pose = useStudio(shownPose);
  const rig = useStudio((state) => state.document?.rig);
  // Depends on the pose and the rig alone.
  const place = useMemo(() => pose && rig && placeOfHandle(studio.getState(), handle), [studio, handle, pose, rig]);
  if (!place) return null;
  const bring = (wanted: Vec3) =>
    isBendHandle(handle) ? placeBend(studio, handle, wanted) : moveHandle(studio, handle, subtract(wanted, place));
  return <PointFields place={place} onCommit={bring} />;
}
