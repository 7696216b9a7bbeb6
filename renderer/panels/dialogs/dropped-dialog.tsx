import { File } from 'lucide-react';
import { useState } from 'react';
import { Button, ListBox, ListBoxItem } from 'react-aria-components';
import { DialogFrame } from './dialog-frame.tsx';

interface DroppedDialogProps {
  /** Paths of the files that can be opened. */
  readonly paths: readonly string[];
  readonly onAnswer: (path: string | null) => void;
}

/** Asked when several characters or motions are dropped at once. */
export function DroppedDialog({ paths, onAnswer }: DroppedDialogProps) {
  const [chosen, setChosen] = useState(paths[0]!);
  return (
    <DialogFrame
      title="Which file should be opened?"
      onClose={() => onAnswer(null)}
      actions={
        <>
          <Button className="button" onPress={() => onAnswer(null)}>
            Cancel
          </Button>
          <Button className="button primary" onPress={() => onAnswer(chosen)}>
            Open
          </Button>
        </>
      }
    >
      <p className="soft">{paths.length} characters or motions were dropped. A motion is brought onto the character on screen.</p>
      <ListBox
        className="file-list dropped-list"
        aria-label="Dropped files"
        autoFocus
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        items={paths.map((path) => ({ id: path }))}
        selectedKeys={[chosen]}
        onSelectionChange={(keys) => {
          const [key] = keys === 'all' ? [] : [...keys].map(String);
          if (key !== undefined) setChosen(key);
        }}
        onAction={(key) => onAnswer(String(key))}
      >
        {({ id }) => (
          <ListBoxItem id={id} textValue={id} className="file-row">
            <File size={15} aria-hidden />
            {id}
          </ListBoxItem>
        )}
      </ListBox>
    </DialogFrame>
  );
}
