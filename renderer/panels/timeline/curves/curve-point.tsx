interface CurvePointProps {
  /** Shares of the width and the height. */
  readonly x: number;
  readonly y: number;
  readonly className: string;
  readonly colour: number | undefined;
  readonly label: string;
  /** What is told of it: where it stands. */
  readonly text: string;
  readonly value: number;
  readonly hint: string;
  readonly isReached: boolean;
  readonly onPress: (event: React.PointerEvent<HTMLElement>) => void;
  /** Steps to the right and up that an arrow key asks for; fine with Shift. */
  readonly onStep: (right: number, up: number, isFine: boolean) => void;
  /** It was reached by the keyboard. */
  readonly onReached?: () => void;
  readonly isDragged: boolean;
}

/** A point on a curve that is dragged, or moved by the arrow keys. */
export function CurvePoint(props: CurvePointProps) {
  const { x, y, className, colour, label, text, value, hint, isReached, onPress, onStep, onReached, isDragged } = props;
  return (
    <span
      role="slider"
      tabIndex={isReached ? 0 : -1}
      className={className}
      data-colour={colour}
      data-dragging={isDragged || undefined}
      style={{ left: `${100 * x}%`, top: `${100 * y}%` }}
      aria-label={label}
      aria-valuenow={value}
      aria-valuetext={text}
      title={hint}
      onPointerDown={onPress}
      onFocus={(event) => {
        if (event.currentTarget.matches(':focus-visible')) onReached?.();
      }}
      onKeyDown={(event) => {
        const step = STEPS[event.key];
        if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        event.stopPropagation();
        onStep(...step, event.shiftKey);
      }}
    />
  );
}

const STEPS: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
