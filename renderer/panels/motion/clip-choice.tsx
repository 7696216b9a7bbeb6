import type { MotionSource } from '../../state/motions/motion-source.ts';
import { lengthInWords } from '../../state/window/times.ts';
import { Choice } from '../widgets/choice.tsx';
import { useStudio } from '../window-context.tsx';

/** Frames a second that the new clip may have; `own` keeps the motion's. */
export const RATES = ['own', '24', '25', '30', '48', '60', '120'] as const;

export type Rate = (typeof RATES)[number];

export function fpsOf(rate: Rate): number | null {
  return rate === 'own' ? null : Number(rate);
}

export function RateChoice({ rate, onChange }: { rate: Rate; onChange: (rate: Rate) => void }) {
  return (
    <Choice
      label="Frame rate"
      value={rate}
      options={RATES.map((value) => ({ value, label: value === 'own' ? 'As in the file' : value }))}
      onChange={onChange}
    />
  );
}

interface ClipChoiceProps {
  readonly source: MotionSource;
  readonly index: number;
  /** Where the label is said beside it. */
  readonly label?: string;
  readonly hideLabel?: boolean;
  readonly onChange: (index: number) => void;
}

/** Which of a file's motions is meant. */
export function ClipChoice({ source, index, label = 'Motion', hideLabel = false, onChange }: ClipChoiceProps) {
  const times = useStudio((state) => state.session.settings.times);
  return (
    <Choice
      label={label}
      hideLabel={hideLabel}
      value={String(index)}
      options={source.motions.map(({ name, duration, fps }, i) => ({
        value: String(i),
        label: `${name} (${lengthInWords(times, duration, fps)})`,
      }))}
      onChange={(value) => onChange(Number(value))}
    />
  );
}
