import { useStudio } from '../window-context.tsx';
import { Notices } from './notices.tsx';
import { WorkBar } from './work-bar.tsx';

/**
 * What the program tells, where it covers no control: at the foot of the character's picture, or, while that is out of sight or too small, in a line of its
 * own above the status line.
 */
export function Messages({ place }: { place: 'picture' | 'line' }) {
  const hasPictureRoom = useStudio((state) => state.session.hasPictureRoom);
  if (hasPictureRoom !== (place === 'picture')) return place === 'line' ? <div /> : null;
  return (
    <div className={`messages on-${place}`}>
      <Notices />
      <WorkBar />
    </div>
  );
}
