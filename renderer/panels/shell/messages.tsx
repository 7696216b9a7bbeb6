import { useLayoutEffect, useRef } from 'react';
import { useStudio } from '../window-context.tsx';
import { Notices } from './notices.tsx';
import { WorkBar } from './work-bar.tsx';

interface MessagesProps {
  readonly area: 'picture' | 'line';
  /** Called when they take more or less room. */
  readonly onSize?: () => void;
}

/**
 * What the program tells, where it covers no control: in a corner of the character's picture, or, where none is free or the picture is out of sight or too
 * small, in a line of its own above the status line.
 */
export function Messages({ area, onSize }: MessagesProps) {
  const place = useStudio((state) => state.session.messagePlace);
  const isHere = (place === 'line') === (area === 'line');
  const messages = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!isHere || !onSize || !messages.current) return undefined;
    const observer = new ResizeObserver(onSize);
    observer.observe(messages.current);
    return () => observer.disconnect();
  }, [isHere, onSize]);
  if (!isHere) return area === 'line' ? <div /> : null;
  return (
    <div ref={messages} className={`messages on-${area} ${place}`}>
      <Notices />
      <WorkBar />
    </div>
  );
}
