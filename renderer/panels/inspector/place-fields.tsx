import { useMemo } from 'react';
import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import { subtract } from '../../../core/math/vec3.ts';
import { shownPose } from '../../state/studio.ts';
import { moveHandle, placeOfHandle } from '../../tools/nudge.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { PointFields } from './point-fields.tsx';

/** Where a handle is in the world; a place that is typed pulls it there, as far as the body reaches. */
export function PlaceFields({ handle }: { handle: HandleName }) {
  const { studio } = useServices();
  const pose = useStudio(shownPose);
  const rig = useStudio((state) => state.document?.rig);
  // Depends on the pose and the rig alone.
  const place = useMemo(() => pose && rig && placeOfHandle(studio.getState(), handle), [studio, handle, pose, rig]);
  if (!place) return null;
  return <PointFields place={place} onCommit={(wanted) => moveHandle(studio, handle, subtract(wanted, place))} />;
}
