import { changeSolver } from '../../state/posing/solver-settings.ts';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { useServices, useStudio } from '../window-context.tsx';

/** How far the body follows the poses of the library while a handle is pulled. */
export function FollowLibrary() {
  const { studio } = useServices();
  const strength = useStudio((state) => state.document?.history.present.solver.followLibrary ?? 0);
  return (
    <RangeSlider
      label="Follow the library"
      hint="How far the body goes along with saved poses that put hands, feet and head there. The status line names them."
      value={strength}
      min={0}
      max={1}
      step={0.01}
      onCommit={(value) => changeSolver(studio, 'followLibrary', value)}
    />
  );
}
