import type { LucideIcon } from 'lucide-react';
import { memo, type ComponentProps, type ReactElement, type ReactNode } from 'react';
import { Button, ToggleButton, Tooltip, TooltipTrigger } from 'react-aria-components';
import { useCommand } from '../window-context.tsx';

const TOOLTIP_DELAY = 500;
const ICON_SIZE = 15;

interface IconButtonProps {
  readonly icon: LucideIcon;
  /** Read out and shown as the tooltip. */
  readonly label: string;
  readonly shortcut?: string;
  readonly isDisabled?: boolean;
  /** Shown over the button while it is disabled: what to do before. */
  readonly otherwise?: string | undefined;
  /** Makes the button a switch. */
  readonly isOn?: boolean | undefined;
  readonly className?: string;
  readonly onPress: () => void;
}

export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, shortcut = '', isDisabled = false, otherwise, isOn, className = '' } = props;
  const explained = explain(isDisabled, label, otherwise);
  const picture = <Icon size={ICON_SIZE} strokeWidth={1.9} aria-hidden />;
  return (
    <WithTooltip label={label} shortcut={shortcut}>
      {isOn === undefined ? (
        <Button
          className={`icon-button ${className}`}
          aria-label={label}
          isDisabled={isDisabled}
          onPress={props.onPress}
          {...explained}
        >
          {picture}
        </Button>
      ) : (
        <ToggleButton
          className={`toggle icon-only ${className}`}
          aria-label={label}
          isDisabled={isDisabled}
          isSelected={isOn}
          onChange={props.onPress}
          {...explained}
        >
          {picture}
        </ToggleButton>
      )}
    </WithTooltip>
  );
}

interface CommandButtonProps {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly className?: string;
}

/** The button of a command: its label, shortcut, state and action. Drawn again only when these change. */
export const CommandButton = memo(function CommandButton({ id, icon, className = '' }: CommandButtonProps) {
  const { label, shortcut, enabled, otherwise, checked, run } = useCommand(id);
  return (
    <IconButton
      icon={icon}
      label={label}
      shortcut={shortcut}
      isDisabled={!enabled}
      otherwise={otherwise}
      isOn={checked}
      className={className}
      onPress={run}
    />
  );
});

interface CommandTextButtonProps {
  readonly id: string;
  readonly icon: LucideIcon;
  /** Shorter words than the command's label, where that stays as the tooltip. */
  readonly text?: string;
  readonly className?: string;
}

/** The same with its label written out. */
export const CommandTextButton = memo(function CommandTextButton(props: CommandTextButtonProps) {
  const { id, icon: Icon, text, className = '' } = props;
  const { label, shortcut, enabled, otherwise, run } = useCommand(id);
  return (
    <WithTooltip label={label} shortcut={shortcut}>
      <Button className={`button ${className}`} isDisabled={!enabled} onPress={run} {...explain(!enabled, label, otherwise)}>
        <Icon size={ICON_SIZE} strokeWidth={1.9} aria-hidden />
        {text ?? label.replace('…', '')}
      </Button>
    </WithTooltip>
  );
});

interface TextButtonProps {
  readonly icon: LucideIcon;
  readonly text: string;
  /** The tooltip: what pressing does. */
  readonly hint: string;
  readonly isDisabled?: boolean;
  /** Shown over the button while it is disabled: what to do before. */
  readonly otherwise?: string | undefined;
  readonly className?: string;
  readonly onPress: () => void;
}

/** A button with words of its own, for what is no command of the whole window. */
export function TextButton(props: TextButtonProps) {
  const { icon: Icon, text, hint, isDisabled = false, otherwise, className = '', onPress } = props;
  return (
    <WithTooltip label={hint} shortcut="">
      <Button
        className={`button ${className}`}
        isDisabled={isDisabled}
        onPress={onPress}
        {...explain(isDisabled, hint, otherwise)}
      >
        <Icon size={ICON_SIZE} strokeWidth={1.9} aria-hidden />
        {text}
      </Button>
    </WithTooltip>
  );
}

/** A disabled button tells the pointer nothing but what stands in its title: what it does, and what to do before. */
function explain(
  isDisabled: boolean,
  label: string,
  otherwise: string | undefined,
): {
  readonly render?: (button: ComponentProps<'button'>) => ReactElement;
} {
  if (!isDisabled) return {};
  const title = otherwise ? `${label}. ${otherwise}` : label;
  return { render: (button) => <button {...button} title={title} /> };
}

/** Shows words, and keys, beside a button that the pointer rests on or the keyboard is at. */
export function WithTooltip({ label, shortcut, children }: { label: string; shortcut: string; children: ReactNode }) {
  return (
    <TooltipTrigger delay={TOOLTIP_DELAY} closeDelay={0}>
      {children}
      <Tooltip className="tooltip" offset={6}>
        {label}
        {shortcut !== '' && <kbd>{shortcut}</kbd>}
      </Tooltip>
    </TooltipTrigger>
  );
}
