import { useEffect, useState } from 'react';
import { ProgressBar } from 'react-aria-components';
import { timeLeft } from './time-left.ts';

/** Milliseconds after which the words are written anew. */
const TICK = 1000;

interface WorkProgressProps {
  /** What is done. */
  readonly label: string;
  /** How far it is, 0 to 1; null where that cannot be known. */
  readonly share: number | null;
  readonly className?: string;
}

/** All long work of the window shows itself like this: what, how far, and how long. What ends it stands beside it. */
export function WorkProgress(props: WorkProgressProps) {
  // Other work counts its seconds anew.
  return <Progress key={props.label} {...props} />;
}

function Progress({ label, share, className = '' }: WorkProgressProps) {
  const seconds = useSeconds();
  const percent = share === null ? '' : `${Math.floor(100 * share)} %`;
  return (
    <ProgressBar
      aria-label={label}
      className={`work-progress ${className}`}
      isIndeterminate={share === null}
      value={100 * (share ?? 0)}
    >
      <span className="work-words">
        <span>{label}</span>
        <span className="soft">{[percent, timeLeft(share, seconds)].filter((words) => words !== '').join(', ')}</span>
      </span>
      <div className="work-track">
        <div className="work-fill" style={share === null ? {} : { width: `${100 * share}%` }} />
      </div>
    </ProgressBar>
  );
}

/** Seconds since the work is shown. */
function useSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const begun = performance.now();
    const timer = setInterval(() => setSeconds((performance.now() - begun) / 1000), TICK);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
