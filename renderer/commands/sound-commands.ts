import type { SoundData } from '../../core/document/project-data.ts';
import {
  chosenSound,
  chooseSound,
  deleteSound,
  moveSound,
  setVolume,
  toggleSound,
  trimSound,
} from '../state/sound/edit-sounds.ts';
import { endOnTimeline } from '../state/sound/sound-files.ts';
import type { Studio, StudioState } from '../state/studio.ts';
import { frameAt, shownClip } from '../state/timeline/clips.ts';
import { inGroup, on, when, type Command, type InGroup } from './command.ts';

const hasSound = when('Add a sound, or click one on the timeline.', (state) => chosenSound(state) !== null);

/** Whether the playhead is within the chosen sound, so that either side of it can be cut off. */
const isWithin = when('Put the playhead within a sound first.', (state) => {
  const sound = chosenSound(state);
  const { time } = state.session.playback;
  return sound !== null && time > sound.at + 1e-6 && time < endOnTimeline(state, sound) - 1e-6;
});

/** How much a step of volume adds. */
const STEP = 0.1;

function onChosen(
  id: string,
  label: string,
  enabled: Command['enabled'],
  run: (studio: Studio, sound: SoundData) => void,
): InGroup {
  return {
    id,
    label,
    enabled,
    run: on(chosenSound, run),
  };
}

const timeOf = (state: StudioState): number => state.session.playback.time;

export const SOUND_COMMANDS = inGroup('Clip', 'Markers and sound', [
  {
    id: 'sound.add',
    label: 'Add a sound…',
    run: ({ studio }) => chooseSound(studio),
  },
  {
    ...onChosen('sound.mute', 'Mute the sound', hasSound, toggleSound),
    checked: (state) => chosenSound(state)?.isMuted === true,
  },
  onChosen('sound.here', 'Begin the sound at the playhead', hasSound, (studio, sound) => {
    const clip = shownClip(studio.getState());
    if (clip) moveSound(studio, sound, frameAt(clip, timeOf(studio.getState())));
  }),
  onChosen('sound.from', 'Cut the sound before the playhead', isWithin, (studio, sound) =>
    trimSound(studio, sound, 'from', timeOf(studio.getState())),
  ),
  onChosen('sound.to', 'Cut the sound after the playhead', isWithin, (studio, sound) =>
    trimSound(studio, sound, 'to', timeOf(studio.getState())),
  ),
  onChosen('sound.louder', 'Make the sound louder', hasSound, (studio, sound) => setVolume(studio, sound, sound.volume + STEP)),
  onChosen('sound.softer', 'Make the sound softer', hasSound, (studio, sound) => setVolume(studio, sound, sound.volume - STEP)),
  onChosen('sound.delete', 'Remove the sound', hasSound, deleteSound),
]);
