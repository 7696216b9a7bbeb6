import { Eye, EyeOff } from 'lucide-react';
import { isHidden, setHidden } from '../../state/window/hidden.ts';
import type { Hideable } from '../../state/session-state.ts';
import { IconButton } from '../widgets/button.tsx';
import { useServices, useStudio } from '../window-context.tsx';

interface HideButtonProps {
  readonly what: Hideable;
  readonly some: readonly number[];
  /** What they are called within a sentence. */
  readonly name: string;
}

/** Hides joints or meshes in the viewport, or shows them again where all are hidden. */
export function HideButton({ what, some, name }: HideButtonProps) {
  const { studio } = useServices();
  const hidden = useStudio((state) => some.every((index) => isHidden(state, what, index)));
  return (
    <IconButton
      icon={hidden ? EyeOff : Eye}
      label={`${hidden ? 'Show' : 'Hide'} ${name}`}
      className={hidden ? 'row-action on' : 'row-action'}
      onPress={() => setHidden(studio, what, some, !hidden)}
    />
  );
}
