import { Check, X } from 'lucide-react';
import { useEffect } from 'react';
import { endTour, nextStep, noticeCamera } from '../../state/window/tour.ts';
import { TOUR_STEPS, type TourStep } from '../../state/window/tour-steps.ts';
import { navigationOf } from '../../tools/navigation.ts';
import type { KeyMapName } from '../../../electron/contract.ts';
import { IconButton, TextButton } from '../widgets/button.tsx';
import { useCommand, useServices, useStudio } from '../window-context.tsx';

const NAMES: Readonly<Record<TourStep, string>> = {
  pull: 'Pull a hand',
  orbit: 'Look around',
  unpin: 'Let a foot go',
  save: 'Save the pose',
  key: 'Set a key',
};

const ORBITS: Readonly<Record<KeyMapName, string>> = {
  limber: 'Drag beside the character, or with the middle button.',
  blender: 'Drag with the middle button, or beside the character.',
  maya: 'Hold Alt and drag with the left button, or drag beside the character.',
};

/** The tour: what to do next, and what is done of it. */
export function TourCard() {
  const { studio } = useServices();
  const done = useStudio((state) => state.session.tour);
  if (!done) return null;
  const step = nextStep(done);
  return (
    <aside className="tour" aria-label="Tour">
      <header className="tour-head">
        <h2>{step === null ? 'That is all of it' : NAMES[step]}</h2>
        <IconButton icon={X} label={step === null ? 'Close the tour' : 'Skip the tour'} onPress={() => endTour(studio)} />
      </header>
      <div role="status">{step === null ? <Ending /> : <Words step={step} />}</div>
      <ol className="tour-marks">
        {TOUR_STEPS.map((each) => (
          <li key={each} className={done.includes(each) ? 'done' : each === step ? 'now' : ''}>
            <span className="tour-mark" aria-hidden>
              {done.includes(each) && <Check size={11} strokeWidth={3} />}
            </span>
            {NAMES[each]}
            <span className="visually-hidden">{done.includes(each) ? ', done' : ''}</span>
          </li>
        ))}
      </ol>
      {step === 'orbit' && <CameraWatch />}
    </aside>
  );
}

function Words({ step }: { step: TourStep }) {
  const navigation = useStudio((state) => navigationOf(state.session.settings));
  const pin = useCommand('pose.togglePin');
  const save = useCommand('pose.save');
  const key = useCommand('key.set');
  switch (step) {
    case 'pull':
      return <p>Drag the ring on a hand: the arm follows, then the body. Circles are handles; diamonds aim elbows and knees.</p>;
    case 'orbit':
      return <p>{ORBITS[navigation]} The wheel zooms.</p>;
    case 'unpin':
      return (
        <p>Squares are pinned and stay. Click the square on a foot, then press {pin.shortcut || 'the pin in the outliner'}.</p>
      );
    case 'save':
      return <p>“Save pose” in the library keeps it{save.shortcut && `, or ${save.shortcut}`}.</p>;
    case 'key':
      return <p>“Set key” on the timeline{key.shortcut && `, or ${key.shortcut}`}. Move the playhead, pose, and set another.</p>;
  }
}

function Ending() {
  const { studio } = useServices();
  const palette = useCommand('help.palette');
  return (
    <>
      <p>{palette.shortcut || 'The palette'} finds every command by its words. Drop your own character onto the window.</p>
      <TextButton icon={Check} text="Done" hint="Closes the tour" onPress={() => endTour(studio)} />
    </>
  );
}

/** The camera is no part of the state: while the tour waits for it, it is looked at with every picture. */
function CameraWatch() {
  const { studio, parts } = useServices();
  useEffect(() => {
    const from = parts.viewport?.camera();
    let frame = 0;
    const look = () => {
      const to = parts.viewport?.camera();
      if (from && to) noticeCamera(studio, from, to);
      frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [studio, parts]);
  return null;
}
