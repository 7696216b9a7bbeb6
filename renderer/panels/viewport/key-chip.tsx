import { Diamond } from 'lucide-react';
import { keyStateOf } from '../../state/keys/key-state.ts';
import { CommandTextButton } from '../widgets/button.tsx';
import { KeyMark } from '../widgets/key-mark.tsx';
import { useStudio } from '../window-context.tsx';

/** Says that the pose on screen would be lost from view when the playhead moves, and offers to key it; `isFolded`: only says so, where there is no room for the button that the timeline has too. */
export function KeyChip({ isFolded }: { isFolded: boolean }) {
  const isUnkeyed = useStudio((state) => keyStateOf(state) === 'unkeyed' && state.transient.preview === null);
  return (
    <div className="key-chip" role="status">
      {isUnkeyed && (
        <div>
          <KeyMark state="unkeyed" />
          <span>Pose not keyed</span>
          {!isFolded && <CommandTextButton id="key.set" icon={Diamond} />}
        </div>
      )}
    </div>
  );
}
