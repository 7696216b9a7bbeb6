import { QuestionFrame } from './question-frame.tsx';

interface PlainBonesDialogProps {
  /** Why the skeleton is not posed as a body, in a sentence. */
  readonly reason: string;
  readonly onAnswer: (opens: boolean) => void;
}

/** Asked when a skeleton is none of a biped. */
export function PlainBonesDialog({ reason, onAnswer }: PlainBonesDialogProps) {
  return (
    <QuestionFrame<boolean>
      title="Open it with plain bones?"
      answers={[
        { label: 'Cancel', answer: false },
        { label: 'Open with plain bones', answer: true },
      ]}
      otherwise={false}
      onAnswer={onAnswer}
    >
      <p>{reason}</p>
      <p className="soft">
        With plain bones every joint can be pulled and rotated, without limits, handles or pins. Motion of people cannot be
        retargeted onto it. If it is a biped after all, say in the Bones panel which joints are its limbs.
      </p>
    </QuestionFrame>
  );
}
