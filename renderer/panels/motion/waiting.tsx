import { Button } from 'react-aria-components';
import { WorkProgress } from '../widgets/work-progress.tsx';
import type { Retargeting } from './use-job.ts';

export function Refusal({ sentence }: { sentence: string }) {
  return (
    <p className="error-text" role="alert">
      {sentence}
    </p>
  );
}

/** A bar while the motion is brought over, and a way to stop and to begin again. */
export function Waiting({ retargeting: { progress, stop, again } }: { retargeting: Retargeting<unknown> }) {
  if (progress.kind === 'stopped') {
    return (
      <div className="motion-working">
        <p className="soft">Stopped: the motion is not on the character yet.</p>
        <Button className="button" onPress={again}>
          Try again
        </Button>
      </div>
    );
  }
  if (progress.kind !== 'working') return null;
  return (
    <div className="motion-working">
      <WorkProgress label="Retargeting the motion" share={progress.share} />
      <Button className="button" onPress={stop}>
        Stop
      </Button>
    </div>
  );
}
