import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { adviceFor, type Advice } from '../../state/posing/advice.ts';
import type { SolveFeedback } from '../../state/transient-state.ts';
import { showDistance } from '../../state/window/units.ts';
import { useServices, useStudio } from '../window-context.tsx';

const NONE: readonly Advice[] = [];

/** What would bring the pulled handle nearer, as buttons: looked for once the pull has ended. */
export function AdviceButtons({ feedback }: { feedback: SolveFeedback }) {
  const { studio } = useServices();
  const isPulling = useStudio((state) => state.transient.preview?.cause === 'pull');
  const unit = useStudio((state) => state.session.settings.lengths);
  const [found, setFound] = useState({ feedback, advice: NONE });
  useEffect(() => {
    if (isPulling) return undefined;
    // The pose is drawn first.
    const frame = requestAnimationFrame(() => setFound({ feedback, advice: adviceFor(studio.getState(), feedback) }));
    return () => cancelAnimationFrame(frame);
  }, [studio, feedback, isPulling]);
  const advice = isPulling || found.feedback !== feedback ? NONE : found.advice;
  return (
    <div className="advice">
      {advice.map(({ label, distance, follow }) => (
        <Button key={label} className="button" onPress={() => follow(studio)} aria-label={`${label}: ${describe(distance)}`}>
          {label}
        </Button>
      ))}
    </div>
  );

  function describe(distance: number): string {
    return distance < 0.001 ? 'it is reached then' : `${showDistance(unit, distance)} short then`;
  }
}
