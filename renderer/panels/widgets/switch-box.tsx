import { Check } from 'lucide-react';
import { Checkbox } from 'react-aria-components';

interface SwitchBoxProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A labelled tick box. */
export function SwitchBox({ label, isOn, isDisabled = false, onChange }: SwitchBoxProps) {
  return (
    <Checkbox className="checkbox" isSelected={isOn} isDisabled={isDisabled} onChange={onChange}>
      <span className="box" aria-hidden>
        <Check size={12} strokeWidth={3.2} />
      </span>
      {label}
    </Checkbox>
  );
}
