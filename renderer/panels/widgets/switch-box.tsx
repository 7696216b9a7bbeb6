import { Check } from 'lucide-react';
import { Checkbox } from 'react-aria-components';
import { Hinted } from './hinted.tsx';

interface SwitchBoxProps {
  readonly label: string;
  /** What the control does: its tooltip. */
  readonly hint?: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A labelled tick box. */
export function SwitchBox({ label, hint, isOn, isDisabled = false, onChange }: SwitchBoxProps) {
  return (
    <Hinted hint={hint}>
      <Checkbox className="checkbox" isSelected={isOn} isDisabled={isDisabled} onChange={onChange}>
        <span className="box" aria-hidden>
          <Check size={12} strokeWidth={3.2} />
        </span>
        {label}
      </Checkbox>
    </Hinted>
  );
}
