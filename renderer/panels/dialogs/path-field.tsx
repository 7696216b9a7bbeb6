import { Button, Input, Label, TextField } from 'react-aria-components';

interface PathFieldProps {
  readonly label: string;
  readonly path: string;
  readonly onChange: (path: string) => void;
  readonly onBrowse: () => void;
}

/** Where something is written: typed, or chosen in a dialog. */
export function PathField({ label, path, onChange, onBrowse }: PathFieldProps) {
  return (
    <div className="path-field">
      <TextField className="path-text" value={path} onChange={onChange} isRequired>
        <Label>{label}</Label>
        <Input className="text-input" spellCheck="false" />
      </TextField>
      <Button className="button" onPress={onBrowse}>
        Browse…
      </Button>
    </div>
  );
}
