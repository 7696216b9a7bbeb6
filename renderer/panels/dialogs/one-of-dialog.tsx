import type { LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button, ListBox, ListBoxItem } from 'react-aria-components';
import { DialogActions } from './dialog-actions.tsx';
import { DialogFrame } from './dialog-frame.tsx';

interface OneOfDialogProps {
  readonly title: string;
  /** What is listed, for those who hear it. */
  readonly label: string;
  readonly options: readonly string[];
  readonly icon: LucideIcon;
  /** On the button that takes the chosen one. */
  readonly action: string;
  readonly onAnswer: (option: string | null) => void;
  /** A button for what can be done with none of them chosen. */
  readonly instead?: { readonly label: string; readonly onPress: () => void };
  /** What is said above the list. */
  readonly children: ReactNode;
}

/** Asks for one of several things that have names. */
export function OneOfDialog({ title, label, options, icon: Icon, action, onAnswer, instead, children }: OneOfDialogProps) {
  const [chosen, setChosen] = useState(options[0]!);
  return (
    <DialogFrame
      title={title}
      onClose={() => onAnswer(null)}
      actions={
        <DialogActions label={action} onPress={() => onAnswer(chosen)} onCancel={() => onAnswer(null)}>
          {instead && (
            <Button className="button start" onPress={instead.onPress}>
              {instead.label}
            </Button>
          )}
        </DialogActions>
      }
    >
      <p className="soft">{children}</p>
      <ListBox
        className="file-list dropped-list"
        aria-label={label}
        autoFocus
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        items={options.map((option) => ({ id: option }))}
        selectedKeys={[chosen]}
        onSelectionChange={(keys) => {
          const [key] = keys === 'all' ? [] : [...keys].map(String);
          if (key !== undefined) setChosen(key);
        }}
        onAction={(key) => onAnswer(String(key))}
      >
        {({ id }) => (
          <ListBoxItem id={id} textValue={id} className="file-row">
            <Icon size={15} aria-hidden />
            {id}
          </ListBoxItem>
        )}
      </ListBox>
    </DialogFrame>
  );
}
