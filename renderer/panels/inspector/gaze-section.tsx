import type { Vec3 } from '../../../core/math/vec3.ts';
import { gazeOf, moveGaze, toggleGaze } from '../../state/posing/gaze.ts';
import { SwitchBox } from '../widgets/switch-box.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { PointFields } from './point-fields.tsx';
import { Section } from './section.tsx';

/** The point that head and eyes look at: switched, and typed. */
export function GazeSection() {
  const { studio } = useServices();
  const gaze = useStudio(gazeOf);
  const lookAt = (place: Vec3) => moveGaze(studio, place);
  return (
    <Section title="Gaze">
      <SwitchBox label="Look at a point" isOn={gaze !== null} onChange={() => toggleGaze(studio)} />
      {gaze && <PointFields place={gaze} onCommit={lookAt} />}
    </Section>
  );
}
