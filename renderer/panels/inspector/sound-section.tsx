import { Trash2 } from 'lucide-react';
import type { SoundData } from '../../../core/document/project-data.ts';
import { LOUDEST_SOUND, moveSound, nameSound, setVolume, toggleSound, trimSound } from '../../state/sound/edit-sounds.ts';
import { endOnTimeline } from '../../state/sound/sound-files.ts';
import { frameAt, shownClip } from '../../state/timeline/clips.ts';
import { CommandTextButton } from '../widgets/button.tsx';
import { FrameInput } from '../widgets/frame-input.tsx';
import { NameField } from '../widgets/name-field.tsx';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { SwitchBox } from '../widgets/switch-box.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { Section } from './section.tsx';

/** A day of frames: further than any sound is moved. */
const FARTHEST = 1e6;

/** What of a sound is heard, when and how loud. */
export function SoundSection({ sound }: { sound: SoundData }) {
  const { studio } = useServices();
  const clip = useStudio(shownClip);
  const end = useStudio((state) => endOnTimeline(state, sound));
  if (!clip) return null;
  return (
    <Section title={sound.name} note="sound">
      <NameField
        label="Name of the sound"
        hint="What it is called on this timeline"
        id={sound.id}
        name={sound.name}
        onCommit={(name) => nameSound(studio, sound, name)}
      />
      <FrameInput
        label="First frame"
        hint="Where it begins; the whole sound moves"
        frame={frameAt(clip, sound.at)}
        fps={clip.fps}
        min={-FARTHEST}
        max={FARTHEST}
        onCommit={(frame) => moveSound(studio, sound, frame)}
      />
      <FrameInput
        label="Last frame"
        hint="Where it ends; what comes after is cut off"
        frame={frameAt(clip, end)}
        fps={clip.fps}
        min={-FARTHEST}
        max={FARTHEST}
        onCommit={(frame) => trimSound(studio, sound, 'to', frame / clip.fps)}
      />
      <RangeSlider
        label="Volume"
        hint="How loud it is beside its file."
        value={sound.volume}
        min={0}
        max={LOUDEST_SOUND}
        step={0.05}
        onCommit={(volume) => setVolume(studio, sound, volume)}
      />
      <SwitchBox label="Heard" isOn={!sound.isMuted} onChange={() => toggleSound(studio, sound)} />
      <CommandTextButton id="sound.delete" text="Remove" icon={Trash2} className="wide" />
    </Section>
  );
}
