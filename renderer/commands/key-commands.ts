import { keysHold, setKeyAt } from '../../core/document/edits/clips.ts';
import type { Project } from '../../core/document/project.ts';
import { copyMeantKeysTo, deleteMeantKeys, moveMeantKeys } from '../state/keys/chosen-keys.ts';
import { frameAt, lastFrame, shownClip } from '../state/timeline/clips.ts';
import { commitEdit } from '../state/editing.ts';
import { notify } from '../state/window/notify.ts';
import { jumpToKey, showFrame, stepFrames, togglePlay } from '../state/timeline/playback.ts';
import { shownPose } from '../state/studio.ts';
import { dropUnkeyedPose, keyUnkeyed, showUnkeyed } from '../state/posing/unkeyed-edits.ts';
import { withCameraKeyed } from '../state/cameras/edit-cameras.ts';
import { selectedCamera } from '../state/cameras/shown-cameras.ts';
import { withPropKeyed } from '../state/props/edit-props.ts';
import { selectedProp } from '../state/props/shown-props.ts';
import { hiddenUnkeyed } from '../state/posing/unkeyed-pose.ts';
import { inCategory, on, when, type InCategory } from './command.ts';
import { canPlay, hasKeys, hasMeantKeys } from './conditions.ts';
import { wordingOf } from '../state/window/wording.ts';

const hasUnkeyed = when('Every pose is keyed.', (state) => Boolean(state.document?.history.present.unkeyed));
const hasHidden = when('No unkeyed pose stands at another frame.', (state) => hiddenUnkeyed(state) !== null);

/** Moves the chosen keys, or the one at the playhead, and the playhead with it. */
function shift(id: string, label: string, shortcut: string, frames: 1 | -1): InCategory {
  return {
    id,
    label,
    group: 'Keys',
    shortcuts: [shortcut],
    enabled: hasMeantKeys,
    run: ({ studio }) => moveMeantKeys(studio, frames),
  };
}

export const KEY_COMMANDS = inCategory('Key', [
  {
    id: 'key.play',
    label: 'Play',
    group: 'Playback',
    shortcuts: { limber: ['Space'], blender: ['Space'], maya: ['Space', 'Alt+V'] },
    labelNow: (state) => (state.session.playback.playing ? 'Pause' : 'Play'),
    enabled: canPlay,
    run: ({ studio }) => togglePlay(studio),
  },
  {
    id: 'key.set',
    label: 'Set key',
    group: 'Keys',
    shortcuts: { limber: ['K', 'I'], blender: ['I'], maya: ['S'] },
    run: ({ studio }) => {
      const state = studio.getState();
      const pose = shownPose(state);
      const clip = shownClip(state);
      if (!state.document || !pose || !clip) return;
      const { skeleton } = state.document.rig;
      const { present } = state.document.history;
      const { time } = state.session.playback;
      const keyed = (project: Project) => setKeyAt(project, skeleton, time, pose);
      // A prop that is sat on or taken stays selected, and the pose that was made with it waits for its key.
      const waits = present.unkeyed && hiddenUnkeyed(state) === null;
      const thing = selectedProp(state);
      const camera = selectedCamera(state);
      const withOwn = thing ? withPropKeyed(state, thing) : camera && withCameraKeyed(state, camera);
      if (withOwn) {
        const label = `Key ${(thing ?? camera)!.name}`;
        return waits
          ? commitEdit(studio, `${label} and the pose`, (project) => keyed(withOwn(project)))
          : commitEdit(studio, label, withOwn);
      }
      const frame = wordingOf(state).frame(frameAt(clip, time));
      if (keysHold(present, skeleton, time, pose)) return notify(studio, 'info', `The keys at ${frame} hold this pose already.`);
      commitEdit(studio, `Set key at ${frame}`, keyed);
    },
  },
  {
    id: 'key.auto',
    label: 'Key every change',
    group: 'Keys',
    checked: (state) => state.session.autoKey,
    run: ({ studio }) => {
      const { session } = studio.getState();
      studio.setState({ session: { ...session, autoKey: !session.autoKey } });
    },
  },
  {
    id: 'key.setUnkeyed',
    label: 'Key the unkeyed pose where it is',
    short: 'Key it',
    group: 'Keys',
    enabled: hasUnkeyed,
    run: ({ studio }) => keyUnkeyed(studio),
  },
  {
    id: 'key.dropUnkeyed',
    label: 'Drop the unkeyed pose',
    short: 'Drop it',
    group: 'Keys',
    enabled: hasUnkeyed,
    run: ({ studio }) => dropUnkeyedPose(studio),
  },
  {
    id: 'key.showUnkeyed',
    label: 'Go to the unkeyed pose',
    short: 'Go there',
    group: 'Keys',
    enabled: hasHidden,
    run: ({ studio }) => showUnkeyed(studio),
  },
  {
    id: 'key.delete',
    label: 'Delete keys',
    group: 'Keys',
    // With a hand selected in the viewport it is not the key that is meant.
    shortcuts: ['Delete'],
    within: 'timeline',
    enabled: hasMeantKeys,
    run: ({ studio }) => deleteMeantKeys(studio),
  },
  shift('key.moveBack', 'Move keys one frame back', 'Alt+ArrowLeft', -1),
  shift('key.moveOn', 'Move keys one frame on', 'Alt+ArrowRight', 1),
  {
    id: 'key.copyToEnd',
    label: 'Copy keys to the last frame',
    group: 'Keys',
    enabled: hasMeantKeys,
    run: on(shownClip, (studio, clip) => copyMeantKeysTo(studio, lastFrame(clip))),
  },
  {
    id: 'key.stepBack',
    label: 'Previous frame',
    group: 'Steps',
    shortcuts: { limber: [',', 'ArrowLeft'], blender: ['ArrowLeft', ','], maya: [',', 'Alt+,'] },
    run: ({ studio }) => stepFrames(studio, -1),
  },
  {
    id: 'key.stepOn',
    label: 'Next frame',
    group: 'Steps',
    shortcuts: { limber: ['.', 'ArrowRight'], blender: ['ArrowRight', '.'], maya: ['.', 'Alt+.'] },
    run: ({ studio }) => stepFrames(studio, 1),
  },
  {
    id: 'key.previous',
    label: 'Previous key',
    group: 'Steps',
    shortcuts: { limber: ['ArrowDown'], blender: ['ArrowDown'], maya: ['ArrowDown'] },
    enabled: hasKeys,
    run: ({ studio }) => jumpToKey(studio, -1),
  },
  {
    id: 'key.next',
    label: 'Next key',
    group: 'Steps',
    shortcuts: { limber: ['ArrowUp'], blender: ['ArrowUp'], maya: ['ArrowUp'] },
    enabled: hasKeys,
    run: ({ studio }) => jumpToKey(studio, 1),
  },
  {
    id: 'key.first',
    label: 'First frame',
    group: 'Steps',
    shortcuts: ['Home', 'Shift+ArrowLeft'],
    run: ({ studio }) => showFrame(studio, 0),
  },
  {
    id: 'key.last',
    label: 'Last frame',
    group: 'Steps',
    shortcuts: ['End', 'Shift+ArrowRight'],
    run: on(shownClip, (studio, clip) => showFrame(studio, lastFrame(clip))),
  },
]);
