import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { MenuItem, Popover, SubmenuTrigger } from 'react-aria-components';

/** A line that opens a menu beside it. */
export function MenuInside({ label, children }: { label: string; children: ReactNode }) {
  return (
    <SubmenuTrigger>
      <MenuItem id={label} textValue={label} className="menu-item">
        <span />
        <span>{label}</span>
        <ChevronRight size={13} aria-hidden />
      </MenuItem>
      <Popover className="popover menu-popover" offset={-4}>
        {children}
      </Popover>
    </SubmenuTrigger>
  );
}
