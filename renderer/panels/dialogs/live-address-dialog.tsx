import { QuestionFrame } from './question-frame.tsx';

interface LiveAddressDialogProps {
  readonly direction: 'send' | 'receive';
  readonly address: string;
  readonly onAnswer: (allows: boolean) => void;
}

/** Asked once for each address that is not this machine's own, before anything is sent to or heard at it. */
export function LiveAddressDialog({ direction, address, onAnswer }: LiveAddressDialogProps) {
  const sends = direction === 'send';
  return (
    <QuestionFrame<boolean>
      title={sends ? `Send the pose to ${address}?` : `Listen at ${address}?`}
      answers={[
        { label: 'Cancel', answer: false },
        { label: sends ? 'Send' : 'Listen', answer: true },
      ]}
      otherwise={false}
      onAnswer={onAnswer}
    >
      <p>
        {sends
          ? 'This is another machine. It gets the pose, the expressions and the place of the character while this is on, and nothing else.'
          : 'Programs on other machines of the network can then move the character while this is on, and nothing else.'}
      </p>
      <p className="soft">You are asked once for each address.</p>
    </QuestionFrame>
  );
}
