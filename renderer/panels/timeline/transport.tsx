import {
  ChartSpline,
  ChevronFirst,
  ChevronLast,
  CircleDot,
  Diamond,
  DiamondMinus,
  ListChecks,
  Pause,
  Play,
  SkipBack,
  SkipForward,
  StepBack,
  StepForward,
} from 'lucide-react';
import { FRAME_RATES } from '../../../core/animation/clip.ts';
import { commandById } from '../../commands/commands.ts';
import { BETWEEN_KEYS, betweenKeys, choiceOf, setBetweenKeys } from '../../state/between-keys.ts';
import { chosenKeys } from '../../state/chosen-keys.ts';
import { setClipLength } from '../../state/clip-edits.ts';
import { frameAt, hasKeys, lastFrame, shownClip } from '../../state/clips.ts';
import { showFrame } from '../../state/playback.ts';
import { CommandButton, CommandTextButton } from '../widgets/button.tsx';
import { Choice } from '../widgets/choice.tsx';
import { ContactsMenu } from './contacts-menu.tsx';
import { FrameInput } from './frame-input.tsx';
import { SlideMeter } from './slide-meter.tsx';
import { TweenMenu } from './tween-menu.tsx';
import { PlayMenu } from './play-menu.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { runCommand } from '../../commands/run-command.ts';

/** Shown where keys go on in different ways, and where they have handles of their own. */
const OTHERS = {
  several: { value: 'several', label: 'Several' },
  shaped: { value: 'shaped', label: 'Shaped' },
} as const;

/** Playing, stepping, keying, and the clip's frame rate and length. */
export function Transport() {
  const { studio, parts } = useServices();
  const clip = useStudio(shownClip);
  const isPlaying = useStudio((state) => state.session.playback.playing);
  const frame = useStudio((state) => (clip ? frameAt(clip, state.session.playback.time) : 0));
  const between = useStudio((state) => (hasKeys(state) ? betweenKeys(state) : 'linear'));
  const way = between === null ? 'several' : (choiceOf(between) ?? 'shaped');
  const hasChosen = useStudio((state) => chosenKeys(state).length > 0);
  return (
    <div className="transport">
      <div className="transport-keys">
        <CommandTextButton id="key.set" icon={Diamond} />
        <CommandButton id="key.delete" icon={DiamondMinus} />
        <CommandButton id="key.auto" icon={CircleDot} className="record" />
        <TweenMenu />
      </div>
      <div className="transport-play">
        <CommandButton id="key.first" icon={ChevronFirst} />
        <CommandButton id="key.previous" icon={SkipBack} />
        <CommandButton id="key.stepBack" icon={StepBack} />
        <CommandButton id="key.play" icon={isPlaying ? Pause : Play} className="play" />
        <CommandButton id="key.stepOn" icon={StepForward} />
        <CommandButton id="key.next" icon={SkipForward} />
        <CommandButton id="key.last" icon={ChevronLast} />
        <PlayMenu />
        <ContactsMenu />
        <CommandButton id="key.curves" icon={ChartSpline} />
        <CommandButton id="clip.check" icon={ListChecks} />
        <SlideMeter />
      </div>
      {clip && (
        <div className="transport-numbers">
          <FrameInput
            label="Frame"
            frame={frame}
            fps={clip.fps}
            min={0}
            max={lastFrame(clip)}
            onCommit={(next) => showFrame(studio, next)}
          />
          <FrameInput
            label="Length"
            frame={lastFrame(clip)}
            fps={clip.fps}
            min={1}
            max={100_000}
            onCommit={(frames) => setClipLength(studio, frames)}
          />
          <Choice
            label={hasChosen ? 'After the chosen keys' : 'Between keys'}
            hideLabel
            value={way}
            options={way === 'several' || way === 'shaped' ? [...BETWEEN_KEYS, OTHERS[way]] : BETWEEN_KEYS}
            disabledBecause={clip.tracks.length === 0 ? 'How the clip goes from key to key. Set a key first.' : null}
            onChange={(chosen) => chosen !== 'several' && chosen !== 'shaped' && setBetweenKeys(studio, chosen)}
          />
          <Choice
            label="Frames a second"
            hideLabel
            value={String(clip.fps)}
            options={FRAME_RATES.map((fps) => ({ value: String(fps), label: `${fps} fps` }))}
            onChange={(fps) => void runCommand(commandById(`key.fps.${fps}`), { studio, parts })}
          />
        </div>
      )}
    </div>
  );
}
