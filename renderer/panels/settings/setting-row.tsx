import { RotateCcw } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import type { SettingName } from '../../state/window/default-settings.ts';
import { isAsItComes, resetSetting } from '../../state/window/settings.ts';
import { IconButton } from '../widgets/button.tsx';
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
