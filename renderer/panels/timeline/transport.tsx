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
import { FRAME_RATES, type Clip } from '../../../core/animation/clip.ts';
import { commandById } from '../../commands/commands.ts';
import { BETWEEN_KEYS, betweenKeys, choiceOf, setBetweenKeys } from '../../state/keys/between-keys.ts';
import { chosenKeys } from '../../state/keys/chosen-keys.ts';
import { setClipLength } from '../../state/timeline/clip-edits.ts';
import { frameAt, lastFrame, shownClip } from '../../state/timeline/clips.ts';
import { showFrame } from '../../state/timeline/playback.ts';
import { CommandButton, CommandTextButton } from '../widgets/button.tsx';
import { Choice } from '../widgets/choice.tsx';
import { ContactsMenu } from './contacts-menu.tsx';
import { FrameInput } from '../widgets/frame-input.tsx';
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
  const clip = useStudio(shownClip);
  return (
    <div className="transport">
      <div className="transport-keys">
        <CommandTextButton id="key.set" icon={Diamond} />
        <CommandButton id="key.delete" icon={DiamondMinus} />
        <CommandButton id="key.auto" icon={CircleDot} className="record" />
        <TweenMenu />
      </div>
      <PlayButtons />
      {clip && (
        <div className="transport-numbers">
          <FrameField clip={clip} />
          <LengthField clip={clip} />
          <BetweenKeysChoice clip={clip} />
          <FrameRateChoice clip={clip} />
        </div>
      )}
    </div>
  );
}

function PlayButtons() {
  const isPlaying = useStudio((state) => state.session.playback.playing);
  return (
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
  );
}

/** The only part of the transport that is drawn again in each frame of playback. */
function FrameField({ clip }: { clip: Clip }) {
  const { studio } = useServices();
  const frame = useStudio((state) => frameAt(clip, state.session.playback.time));
  return (
    <FrameInput
      label="Frame"
      frame={frame}
      fps={clip.fps}
      min={0}
      max={lastFrame(clip)}
      onCommit={(next) => showFrame(studio, next)}
    />
  );
}

function LengthField({ clip }: { clip: Clip }) {
  const { studio } = useServices();
  return (
    <FrameInput
      label="Length"
      frame={lastFrame(clip)}
      fps={clip.fps}
      min={1}
      max={100_000}
      onCommit={(frames) => setClipLength(studio, frames)}
    />
  );
}

function BetweenKeysChoice({ clip }: { clip: Clip }) {
  const { studio } = useServices();
  const between = useStudio(betweenKeys);
  const way = between === null ? 'several' : (choiceOf(between) ?? 'shaped');
  const hasChosen = useStudio((state) => chosenKeys(state).length > 0);
  return (
    <Choice
      label="Interpolation"
      hint={hasChosen ? 'How the clip goes on from the selected keys' : 'How the clip goes from key to key'}
      value={way}
      options={way === 'several' || way === 'shaped' ? [...BETWEEN_KEYS, OTHERS[way]] : BETWEEN_KEYS}
      disabledBecause={clip.tracks.length === 0 ? 'How the clip goes from key to key. Set a key first.' : null}
      onChange={(chosen) => chosen !== 'several' && chosen !== 'shaped' && setBetweenKeys(studio, chosen)}
    />
  );
}

function FrameRateChoice({ clip }: { clip: Clip }) {
  const { studio, parts } = useServices();
  return (
    <Choice
      label="Frame rate"
      hideLabel
      value={String(clip.fps)}
      options={FRAME_RATES.map((fps) => ({ value: String(fps), label: `${fps} fps` }))}
      onChange={(fps) => void runCommand(commandById(`key.fps.${fps}`), { studio, parts })}
    />
  );
}
