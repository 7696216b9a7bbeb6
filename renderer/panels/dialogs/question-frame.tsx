import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { DialogFrame } from './dialog-frame.tsx';

interface QuestionFrameProps<Answer> {
  readonly title: string;
  /** From the left; the last one is the primary. `look` says which button is dangerous, or stands apart. */
  readonly answers: readonly { readonly label: string; readonly answer: Answer; readonly look?: 'start' | 'danger start' }[];
  /** What is answered by closing it. */
  readonly otherwise: Answer;
  readonly onAnswer: (answer: Answer) => void;
  readonly children: ReactNode;
}

/** A dialog that asks something and has to be answered. */
export function QuestionFrame<Answer>({ title, answers, otherwise, onAnswer, children }: QuestionFrameProps<Answer>) {
  return (
    <DialogFrame
      title={title}
      width="narrow"
      isQuestion
      onClose={() => onAnswer(otherwise)}
      actions={answers.map(({ label, answer, look }, i) => {
        const isPrimary = i === answers.length - 1;
        const kind = isPrimary ? ' primary' : look ? ` ${look}` : '';
        return (
          <Button key={label} className={`button${kind}`} autoFocus={isPrimary} onPress={() => onAnswer(answer)}>
            {label}
          </Button>
        );
      })}
    >
      {children}
    </DialogFrame>
  );
}
