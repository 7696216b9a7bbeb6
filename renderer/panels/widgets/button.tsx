import type { LucideIcon } from 'lucide-react';
import { createContext, memo, useContext, type ComponentProps, type ReactElement, type ReactNode } from 'react';
import { Button, type ButtonProps, ToggleButton, Tooltip, TooltipTrigger, type TooltipProps } from 'react-aria-components';
import { EXPLANATIONS, type ExplainedCommand } from '../../commands/explanations.ts';
import { useCommand } from '../window-context.tsx';

/** The side of the buttons within on which their tooltips stand: where they cover none of the others. */
export const TooltipSide = createContext<NonNullable<TooltipProps['placement']>>('top');

const TOOLTIP_DELAY = 500;
const ICON_SIZE = 15;

interface IconButtonProps {
  readonly icon: LucideIcon;
  /** Read out and shown as the tooltip. */
  readonly label: string;
  readonly shortcut?: string;
  /** What pressing does, where the label does not say it all: a sentence below it. */
  readonly sentence?: string;
  /** Why it cannot be pressed, or what to do before, shown over it; null (default): it can. */
  readonly disabledBecause?: string | null;
  /** Makes the button a switch. */
  readonly isOn?: boolean | undefined;
  readonly className?: string;
  /** Not needed where the button opens what stands beside it. */
  readonly onPress?: () => void;
}

export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, shortcut = '', sentence = '', disabledBecause = null } = props;
  const { isOn, className = '', onPress = () => {} } = props;
  const explained = explain({ label, shortcut, sentence }, disabledBecause);
  const picture = <Icon size={ICON_SIZE} strokeWidth={1.9} aria-hidden />;
  return (
    <WithTooltip label={label} shortcut={shortcut} sentence={sentence}>
      {isOn === undefined ? (
        <Button
          className={`icon-button ${className}`}
          aria-label={label}
          isDisabled={disabledBecause !== null}
          onPress={onPress}
          {...explained}
        >
          {picture}
        </Button>
      ) : (
        <ToggleButton
          className={`toggle icon-only ${className}`}
          aria-label={label}
          isDisabled={disabledBecause !== null}
          isSelected={isOn}
          onChange={onPress}
          {...explained}
        >
          {picture}
        </ToggleButton>
      )}
    </WithTooltip>
  );
}

interface CommandButtonProps {
  readonly id: ExplainedCommand;
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
      sentence={EXPLANATIONS[id]}
      disabledBecause={enabled ? null : otherwise}
      isOn={checked}
      className={className}
      onPress={run}
    />
  );
});

interface CommandTextButtonProps {
  readonly id: ExplainedCommand;
  readonly icon: LucideIcon;
  /** Shorter words than the command's label, where that stays as the tooltip. */
  readonly text?: string;
  readonly className?: string;
}

/** The same with its label written out. */
export const CommandTextButton = memo(function CommandTextButton(props: CommandTextButtonProps) {
  const { id, icon: Icon, text, className = '' } = props;
  const { label, shortcut, enabled, otherwise, run } = useCommand(id);
  const sentence = EXPLANATIONS[id];
  return (
    <WithTooltip label={label} shortcut={shortcut} sentence={sentence}>
      <Button
        className={`button ${className}`}
        isDisabled={!enabled}
        onPress={run}
        {...explain({ label, shortcut, sentence }, enabled ? null : otherwise)}
      >
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
  /** Why it cannot be pressed, or what to do before, shown over it; null (default): it can. */
  readonly disabledBecause?: string | null;
  readonly className?: string;
  readonly onPress: () => void;
}

/** A button with words of its own, for what is no command of the whole window. */
export function TextButton(props: TextButtonProps) {
  const { icon: Icon, text, hint, disabledBecause = null, className = '', onPress } = props;
  return (
    <WithTooltip label={hint}>
      <Button
        className={`button ${className}`}
        isDisabled={disabledBecause !== null}
        onPress={onPress}
        {...explain({ label: hint }, disabledBecause)}
      >
        <Icon size={ICON_SIZE} strokeWidth={1.9} aria-hidden />
        {text}
      </Button>
    </WithTooltip>
  );
}

interface WordButtonProps extends Pick<ButtonProps, 'aria-label' | 'autoFocus' | 'isPending' | 'onPress' | 'onPressStart'> {
  /** Why it cannot be pressed, or what to do before, shown over it; null: it can. */
  readonly disabledBecause: string | null;
  /** Beside `button`, which every such button is. */
  readonly className?: string;
  readonly children: ReactNode;
}

/** A button of nothing but words, in dialogs and forms, that at times cannot be pressed. */
export function WordButton({ disabledBecause, className = '', children, ...rest }: WordButtonProps) {
  return (
    <Button
      {...rest}
      className={`button ${className}`}
      isDisabled={disabledBecause !== null}
      {...explain({ label: '' }, disabledBecause)}
    >
      {children}
    </Button>
  );
}

/** What is told over a button. */
interface Told {
  readonly label: string;
  readonly shortcut?: string;
  readonly sentence?: string;
}

/** A disabled button tells the pointer nothing but what stands in its title: what it does, and what to do before. */
function explain(
  { label, shortcut = '', sentence = '' }: Told,
  disabledBecause: string | null,
): {
  readonly render?: (button: ComponentProps<'button'>) => ReactElement;
} {
  if (disabledBecause === null) return {};
  const named = shortcut === '' ? label : `${label} (${shortcut})`;
  const title = [named, sentence, disabledBecause]
    .filter((words) => words !== '')
    .map((words) => (words.endsWith('.') ? words : `${words}.`))
    .join(' ');
  return { render: (button) => <button {...button} title={title} /> };
}

/** Shows words, and keys, beside a button that the pointer rests on or the keyboard is at. */
export function WithTooltip({ label, shortcut = '', sentence = '', children }: Told & { readonly children: ReactNode }) {
  const side = useContext(TooltipSide);
  return (
    <TooltipTrigger delay={TOOLTIP_DELAY} closeDelay={0}>
      {children}
      <Tooltip className="tooltip" placement={side} offset={6}>
        {label}
        {shortcut !== '' && <kbd>{shortcut}</kbd>}
        {sentence !== '' && <p>{sentence}</p>}
      </Tooltip>
    </TooltipTrigger>
  );
}
