import { useRef } from 'react';
import { Menu, MenuSection, Popover } from 'react-aria-components';
import { BETWEEN_KEYS } from '../../state/between-keys.ts';
import { CommandItem } from '../widgets/command-item.tsx';

const GROUPS: readonly (readonly string[])[] = [
  ['key.cut', 'key.copy', 'key.paste', 'key.pasteMirrored', 'key.delete'],
  ['key.spread', 'key.draw', 'key.copyToEnd'],
  BETWEEN_KEYS.map(({ value }) => `key.between.${value}`),
  ['key.set', 'key.setPart', 'key.chooseAll'],
];

/** What can be done with the chosen keys, where the pointer asked for it: pixels from the corner of the rows. */
export function KeyMenu({ at, onClose }: { at: { readonly x: number; readonly y: number } | null; onClose: () => void }) {
  const spot = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={spot} className="menu-spot" style={{ left: at?.x ?? 0, top: at?.y ?? 0 }} />
      <Popover
        className="popover"
        placement="top start"
        triggerRef={spot}
        isOpen={at !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
      >
        <Menu className="menu" aria-label="Keys" autoFocus="first" onClose={onClose}>
          {GROUPS.map((ids) => (
            <MenuSection key={ids[0]} className="menu-section" aria-label="Keys">
              {ids.map((id) => (
                <CommandItem key={id} id={id} />
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Popover>
    </>
  );
}
