import { Check, ChevronDown } from 'lucide-react';
import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components';
import { Hinted } from './hinted.tsx';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  /** What the control does: its tooltip. */
  readonly hint?: string;
  readonly hideLabel?: boolean;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** Why it cannot be used, or what to do before, shown over it; null (default): it can. */
  readonly disabledBecause?: string | null;
  readonly onChange: (value: Value) => void;
}

/** A labelled choice of one among a few. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, hint, hideLabel = false, value, options, disabledBecause = null, onChange } = props;
  return (
    <Hinted hint={disabledBecause ?? hint}>
      <Select
        className={hideLabel ? 'choice' : 'field'}
        value={value}
        isDisabled={disabledBecause !== null}
        onChange={(key) => {
          const option = options.find((each) => each.value === key);
          if (option) onChange(option.value);
        }}
      >
        <Label className={hideLabel ? 'visually-hidden' : 'label'}>{label}</Label>
        <Button className="select-button">
          <SelectValue />
          <ChevronDown size={13} aria-hidden />
        </Button>
        <Popover className="popover" offset={4}>
          <ListBox className="menu">
            {options.map((option) => (
              <ListBoxItem key={option.value} id={option.value} textValue={option.label} className="menu-item">
                {({ isSelected }) => (
                  <>
                    <span>{isSelected && <Check size={14} aria-hidden />}</span>
                    {option.label}
                  </>
                )}
              </ListBoxItem>
            ))}
          </ListBox>
        </Popover>
      </Select>
    </Hinted>
  );
}
