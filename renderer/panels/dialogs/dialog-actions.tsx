import type { ReactNode } from 'react';
import { WordButton } from '../widgets/button.tsx';

interface DialogActionsProps {
  /** On the primary button. */
  readonly label: string;
  /** Why the primary button cannot be pressed, or what to do before; null (default): it can. */
  readonly disabledBecause?: string | null;
  readonly autoFocus?: boolean;
  readonly onPress: () => void;
  readonly onCancel: () => void;
  /** Buttons before the two. */
  readonly children?: ReactNode;
}

/** The buttons of a dialog that does something or leaves it: Cancel and the primary one. */
export function DialogActions(props: DialogActionsProps) {
  const { label, disabledBecause = null, autoFocus = false, onPress, onCancel, children } = props;
  return (
    <>
      {children}
      <WordButton disabledBecause={null} onPress={onCancel}>
        Cancel
      </WordButton>
      <WordButton className="primary" disabledBecause={disabledBecause} autoFocus={autoFocus} onPress={onPress}>
        {label}
      </WordButton>
    </>
  );
}
