import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Menu, MenuTrigger, Popover, type PopoverProps } from 'react-aria-components';
import { WithTooltip } from './button.tsx';

interface IconMenuProps {
  /** Name of the button and of its menu. */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly placement: NonNullable<PopoverProps['placement']>;
  /** Lines of the menu. */
  readonly children: ReactNode;
}

/** A button with a sign that opens a menu. */
export function IconMenu({ label, icon: Icon, placement, children }: IconMenuProps) {
  return (
    <MenuTrigger>
      <WithTooltip label={label}>
        <Button className="icon-button" aria-label={label}>
          <Icon size={15} strokeWidth={1.9} aria-hidden />
        </Button>
      </WithTooltip>
      <Popover className="popover" placement={placement}>
        <Menu className="menu" aria-label={label}>
          {children}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
