import { RotateCcw } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import type { SettingName, Settings } from '../../state/window/default-settings.ts';
import { changeSetting, isAsItComes, resetSetting } from '../../state/window/settings.ts';
import { IconButton } from '../widgets/button.tsx';
import { Choice } from '../widgets/choice.tsx';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { useServices, useStudio } from '../window-context.tsx';

interface SettingRowProps {
  readonly name: SettingName;
  /** What the setting is called, for the button that resets it. */
  readonly label: string;
  /** A sentence below it. */
  readonly note?: string;
  readonly children: ReactNode;
}

/** A setting with its control, and a button that gives it back while it is not as the program comes. */
export function SettingRow({ name, ...row }: SettingRowProps) {
  const { studio } = useServices();
  const isDefault = useStudio((state) => isAsItComes(state.session.settings, name));
  return <ResetRow {...row} isDefault={isDefault} onReset={() => resetSetting(studio, name)} />;
}

/** The settings whose values are such. */
type SettingOf<Value> = { [Name in SettingName]: Settings[Name] extends Value ? Name : never }[SettingName];

interface ChoiceRowProps<Name extends SettingName> extends Omit<SettingRowProps, 'children'> {
  readonly name: Name;
  readonly options: readonly { readonly value: Settings[Name]; readonly label: string }[];
}

/** A setting that is one of a few. */
export function ChoiceRow<Name extends SettingOf<string>>({ options, ...row }: ChoiceRowProps<Name>) {
  const { studio } = useServices();
  const value = useStudio((state) => state.session.settings[row.name]);
  return (
    <SettingRow {...row}>
      <Choice label={row.label} value={value} options={options} onChange={(to) => changeSetting(studio, row.name, to)} />
    </SettingRow>
  );
}

interface ShareRowProps extends Omit<SettingRowProps, 'children'> {
  readonly name: SettingOf<number>;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Whether it follows while the slider moves. */
  readonly follows?: boolean;
}

/** A setting that is shown as a percentage. */
export function ShareRow({ min, max, step, follows = false, ...row }: ShareRowProps) {
  const { studio } = useServices();
  const value = useStudio((state) => state.session.settings[row.name]);
  const steps = Math.round(1 / step);
  const change = (to: number) => changeSetting(studio, row.name, Math.round(steps * to) / steps);
  return (
    <SettingRow {...row}>
      <RangeSlider
        label={row.label}
        value={value}
        min={min}
        max={max}
        step={step}
        {...(follows && { onInput: change })}
        onCommit={change}
      />
    </SettingRow>
  );
}

interface ResetRowProps extends Omit<SettingRowProps, 'name'> {
  readonly isDefault: boolean;
  readonly onReset: () => void;
}

/** The same for what is kept elsewhere. */
export function ResetRow({ label, note, isDefault, onReset, children }: ResetRowProps) {
  const row = useRef<HTMLDivElement>(null);
  return (
    <div className="setting" ref={row}>
      <div className="setting-control">{children}</div>
      {isDefault ? (
        <span className="setting-reset" />
      ) : (
        <IconButton
          icon={RotateCcw}
          label={`Reset “${label}”`}
          className="setting-reset"
          onPress={() => {
            // The button goes away: the keyboard stays with its setting.
            row.current?.querySelector<HTMLElement>('button, input')?.focus();
            onReset();
          }}
        />
      )}
      {note !== undefined && <p className="hint">{note}</p>}
    </div>
  );
}
