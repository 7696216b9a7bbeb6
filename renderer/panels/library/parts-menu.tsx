import { Check, ChevronDown } from 'lucide-react';
import { Button, Menu, MenuItem, MenuTrigger, Popover, type Selection } from 'react-aria-components';
import type { BodyPart } from '../../state/rig/body-parts.ts';
import { WithTooltip, WordButton } from '../widgets/button.tsx';

interface PartsMenuProps {
  /** Before the chosen parts on the button: "Apply to". */
  readonly label: string;
  readonly tooltip: string;
  /** The parts that can be chosen. */
  readonly parts: readonly BodyPart[];
  readonly chosen: readonly BodyPart[];
  readonly onChange: (parts: readonly BodyPart[]) => void;
}

/** A choice of several parts of the body; the menu stays open while they are chosen. */
export function PartsMenu({ label, tooltip, parts, chosen, onChange }: PartsMenuProps) {
  const isWhole = parts.every((part) => chosen.includes(part));
  const few = chosen.length === 1 ? chosen[0]!.toLowerCase() : null;
  const summary = isWhole ? 'all' : (few ?? `${chosen.length} of ${parts.length}`);
  const short = isWhole ? 'all' : (few ?? `${chosen.length}/${parts.length}`);
  const change = (keys: Selection) => {
    const next = keys === 'all' ? parts : parts.filter((part) => keys.has(part));
    if (next.length > 0) onChange(next);
  };
  return (
    <MenuTrigger>
      <WithTooltip label={tooltip}>
        <Button className="select-button parts-button" aria-label={`${label}: ${summary}`}>
          <span>
            {label}: {short}
          </span>
          <ChevronDown size={13} aria-hidden />
        </Button>
      </WithTooltip>
      <Popover className="popover" placement="top end">
        <WordButton className="parts-all" disabledBecause={isWhole ? 'All parts are set.' : null} onPress={() => onChange(parts)}>
          Whole body
        </WordButton>
        <Menu
          className="menu"
          aria-label={label}
          selectionMode="multiple"
          selectedKeys={chosen}
          onSelectionChange={change}
          shouldCloseOnSelect={false}
        >
          {parts.map((part) => (
            <MenuItem key={part} id={part} textValue={part} className="menu-item">
              {({ isSelected }) => (
                <>
                  <span>{isSelected && <Check size={14} aria-hidden />}</span>
                  {part}
                </>
              )}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
