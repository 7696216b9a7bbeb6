interface NameFieldProps {
  /** What it names, as it is read out: “Name of the thing”. */
  readonly label: string;
  readonly hint: string;
  /** Tells one thing that is named from another, which may have the same name. */
  readonly id: string;
  readonly name: string;
  readonly onCommit: (name: string) => void;
}

/** A labelled name: Enter or leaving the field keeps it, Escape the one before. */
export function NameField({ label, hint, id, name, onCommit }: NameFieldProps) {
  return (
    <label className="field">
      <span>Name</span>
      <input
        key={`${id} ${name}`}
        className="text-input"
        aria-label={label}
        title={hint}
        defaultValue={name}
        onBlur={(event) => onCommit(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.value = name;
          if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
        }}
      />
    </label>
  );
}
