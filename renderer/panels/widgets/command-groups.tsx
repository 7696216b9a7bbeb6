import { MenuSection } from 'react-aria-components';
import { CommandItem } from './command-item.tsx';

/** Groups of commands as the lines of a menu. */
export function CommandGroups({ label, groups }: { label: string; groups: readonly (readonly string[])[] }) {
  return groups.map((ids) => (
    <MenuSection key={ids[0]} className="menu-section" aria-label={label}>
      {ids.map((id) => (
        <CommandItem key={id} id={id} />
      ))}
    </MenuSection>
  ));
}
