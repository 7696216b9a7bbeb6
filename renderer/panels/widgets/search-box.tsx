import { X } from 'lucide-react';
import { Button, Input, SearchField } from 'react-aria-components';

interface SearchBoxProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  /** Why there is nothing to search, shown over it; null (default): there is. */
  readonly disabledBecause?: string | null;
  readonly onChange: (value: string) => void;
}

/** A search field that shows how to empty it while it hides things. Esc empties it too. */
export function SearchBox({ label, placeholder, value, disabledBecause = null, onChange }: SearchBoxProps) {
  return (
    <SearchField className="search" aria-label={label} value={value} onChange={onChange} isDisabled={disabledBecause !== null}>
      <Input className="text-input" placeholder={placeholder} title={disabledBecause ?? undefined} />
      {value !== '' && (
        <Button className="search-clear">
          <X size={13} aria-hidden />
        </Button>
      )}
    </SearchField>
  );
}
