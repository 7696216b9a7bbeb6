import { FRAME_RATES } from '../../core/animation/clip.ts';
import { setClipFps, setClipKeepsPins, setClipLoop } from '../../core/document/edits/clips.ts';
import {
  addNewClip,
  clipAfter,
  deleteShownClip,
  duplicateShownClip,
  joinClipAfter,
  canDeleteClip,
  canStretch,
  reverseShownClip,
  stretchShownClip,
  trimToPlayRange,
  setClipLength,
  setRenamingClip,
  showClipBeside,
} from '../state/timeline/clip-edits.ts';
import { BETWEEN_KEYS, betweenKeys, choiceOf, setBetweenKeys } from '../state/keys/between-keys.ts';
import { frameAt, shownClip } from '../state/timeline/clips.ts';
import { closeShownLoop } from '../state/timeline/close-loop.ts';
import { commitEdit } from '../state/editing.ts';
import { hasPlayRange } from '../state/timeline/playback.ts';
import { keepShownClipInPlace, travels, travelShownClip } from '../state/timeline/root-motion.ts';
import { openDialog } from '../state/session.ts';
import { hasDocument, inCategory, on, when, type InCategory } from './command.ts';
import { hasKeys } from './conditions.ts';

const group = 'Clips';

const hasSeveralClips = when('There is no other clip.', (state) => (state.document?.history.present.clips.length ?? 0) > 1);

const BETWEEN_COMMANDS = BETWEEN_KEYS.map(({ value, label }): InCategory => ({
  id: `key.between.${value}`,
  label: `Interpolation: ${label}`,
  group: 'Interpolation',
  checked: (state) => {
    const way = betweenKeys(state);
    return way !== null && choiceOf(way) === value;
  },
  enabled: hasKeys,
  run: ({ studio }) => setBetweenKeys(studio, value),
}));

const FRAME_RATE_COMMANDS = FRAME_RATES.map((fps): InCategory => ({
  id: `key.fps.${fps}`,
  label: `${fps} frames a second`,
  group: 'Frame rate',
  checked: (state) => shownClip(state)?.fps === fps,
  run: ({ studio }) => commitEdit(studio, `${fps} frames a second`, (project) => setClipFps(project, fps)),
}));

export const CLIP_COMMANDS = inCategory('Clip', [
  {
    id: 'key.keepPins',
    label: 'Keep pins between keys',
    group: 'Playback',
    checked: (state) => shownClip(state)?.keepsPins === true,
    run: ({ studio }) => {
      const keeps = shownClip(studio.getState())?.keepsPins === true;
      const label = keeps ? 'Let pins slide between keys' : 'Keep pins between keys';
      commitEdit(studio, label, (project) => setClipKeepsPins(project, !keeps));
    },
  },
  {
    id: 'key.loop',
    label: 'Loop',
    group: 'Playback',
    checked: (state) => shownClip(state)?.loop === true,
    run: ({ studio }) => {
      const isLooping = shownClip(studio.getState())?.loop === true;
      commitEdit(studio, isLooping ? 'Play once' : 'Loop', (project) => setClipLoop(project, !isLooping));
    },
  },
  {
    id: 'key.newClip',
    label: 'New clip',
    group,
    run: ({ studio }) => addNewClip(studio),
  },
  {
    id: 'key.renameClip',
    label: 'Rename clip',
    group,
    run: ({ studio, parts }) => {
      parts.workspace?.showPanel('timeline');
      setRenamingClip(studio, true);
    },
  },
  {
    id: 'clip.duplicate',
    label: 'Duplicate clip',
    group,
    run: ({ studio }) => duplicateShownClip(studio),
  },
  {
    id: 'key.deleteClip',
    label: 'Delete clip',
    group,
    enabled: when('Another clip must be there, and no locked character may do anything in this one.', canDeleteClip),
    run: ({ studio }) => deleteShownClip(studio),
  },
  {
    id: 'key.nextClip',
    label: 'Next clip',
    group,
    enabled: hasSeveralClips,
    run: ({ studio }) => showClipBeside(studio, 1),
  },
  {
    id: 'key.previousClip',
    label: 'Previous clip',
    group,
    enabled: hasSeveralClips,
    run: ({ studio }) => showClipBeside(studio, -1),
  },
  {
    id: 'key.endHere',
    label: 'End the clip at this frame',
    group,
    enabled: when(
      'Move the playhead to where the clip is to end.',
      (state) => state.session.playback.time > 0 && hasDocument(state),
    ),
    run: on(shownClip, (studio, clip) => setClipLength(studio, frameAt(clip, studio.getState().session.playback.time))),
  },
  {
    id: 'clip.trim',
    label: 'Trim clip to the play range',
    group: 'Cut',
    enabled: when('Set a range to play first.', (state) => hasPlayRange(state) && hasKeys(state)),
    run: ({ studio }) => trimToPlayRange(studio),
  },
  {
    id: 'clip.stretch',
    label: 'Stretch keys and contacts to the length of the clip',
    group: 'Cut',
    enabled: when('Set a length first at which no last key stands.', canStretch),
    run: ({ studio }) => stretchShownClip(studio),
  },
  {
    id: 'clip.reverse',
    label: 'Reverse clip',
    group: 'Cut',
    enabled: hasKeys,
    run: ({ studio }) => reverseShownClip(studio),
  },
  {
    id: 'clip.simplify',
    label: 'Simplify keys…',
    group: 'Cut',
    enabled: hasKeys,
    run: ({ studio }) => openDialog(studio, 'simplify'),
  },
  {
    id: 'clip.join',
    label: 'Append next clip',
    labelNow: (state) => {
      const next = clipAfter(state);
      return next ? `Append ${next.name}` : 'Append next clip';
    },
    group: 'Cut',
    enabled: when('There is no clip after this one.', (state) => clipAfter(state) !== null),
    run: ({ studio }) => joinClipAfter(studio),
  },
  {
    id: 'clip.closeLoop',
    label: 'Close the loop',
    group: 'Loop and root motion',
    enabled: hasKeys,
    run: ({ studio }) => closeShownLoop(studio),
  },
  {
    id: 'clip.travel',
    label: 'Add root motion',
    group: 'Loop and root motion',
    enabled: hasKeys,
    run: ({ studio }) => travelShownClip(studio),
  },
  {
    id: 'clip.inPlace',
    label: 'Make in place',
    group: 'Loop and root motion',
    enabled: when('The clip stays in its place already.', travels),
    run: ({ studio }) => keepShownClipInPlace(studio),
  },
  ...BETWEEN_COMMANDS,
  ...FRAME_RATE_COMMANDS,
]);
