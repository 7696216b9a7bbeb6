import { QuestionFrame } from './question-frame.tsx';

/** Asked once, before the system is asked for the camera. */
export function CameraDialog({ onAnswer }: { readonly onAnswer: (allows: boolean) => void }) {
  return (
    <QuestionFrame<boolean>
      title="Use the camera?"
      answers={[
        { label: 'Cancel', answer: false },
        { label: 'Use camera', answer: true },
      ]}
      otherwise={false}
      onAnswer={onAnswer}
    >
      <p>
        The person before it moves this character while it is on. The pictures stay in this window: none is kept, and none leaves
        this machine. “Stop the camera” is in view all the time.
      </p>
      <p className="soft">You are asked once; the system may ask, too.</p>
    </QuestionFrame>
  );
}
