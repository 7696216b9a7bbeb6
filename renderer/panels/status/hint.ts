import { shortcutsOf } from '../../commands/command.ts';
import { commandById } from '../../commands/commands.ts';
import { showShortcut } from '../../commands/shortcut.ts';
import { hasKeys } from '../../state/timeline/clips.ts';
import { hasSupports } from '../../state/scene/hold-on.ts';
import { turnsByRings } from '../../state/posing/limb-ik.ts';
import { isPinned } from '../../state/posing/pins.ts';
import { isBendHandle, pinnableHandles, selectedHandle, selectedJoint } from '../../state/selection.ts';
import { navigationOf, steersByAlt } from '../../tools/navigation.ts';
import { hasUnsavedChanges, type StudioState } from '../../state/studio.ts';

/** What could be done next: one short sentence. */
export function hintFor(state: StudioState, mac: boolean): string {
  const { document, session, transient } = state;
  const keyOf = (id: string) => {
    const [first] = shortcutsOf(commandById(id), session.settings);
    return first === undefined ? '' : showShortcut(first, mac);
  };
  if (!document) return 'Open a character, or drop its file onto the window.';
  const cause = transient.preview?.cause;
  if (cause === 'pull') {
    const alt = steersByAlt(navigationOf(session.settings)) ? '' : ', Alt keeps direction';
    const keeps = hasSupports(state) ? ' O keeps it on what it touches.' : '';
    return `Esc cancels, Shift is precise${alt}. D switches direction, X, Y, Z hold an axis, Q says who follows.${keeps}`;
  }
  if (cause === 'blend') return 'Esc or right mouse cancels, Shift is precise.';
  if (cause === 'offer') return 'A click applies this pose: what is pulled or pinned stays in its place.';
  if (cause === 'rotate') return 'X, Y, Z set an axis, numbers are degrees. Esc or right mouse cancels, Shift is precise.';
  if (cause === 'replay') return `A solve is being replayed: ${keyOf('edit.deselect')} goes back to the pose.`;
  if (cause === 'live') return 'What comes live is on screen: record it, or keep its pose, in the inspector.';
  if (session.playback.playing) return `${keyOf('key.play')} stops.`;
  if (session.tool === 'rotate' && selectedJoint(state) === null) return 'Click a joint to rotate it with rings.';
  const handle = selectedHandle(state);
  if (handle === null && selectedJoint(state) !== null && turnsByRings(state)) return 'Drag a ring to rotate it.';
  if (handle !== null && turnsByRings(state))
    return `Drag a ring to rotate it. ${keyOf('pose.limbFk')} switches its limb between FK and IK.`;
  if (handle !== null && isBendHandle(handle)) return 'Drag it to aim the limb’s bend.';
  if (handle !== null) {
    const pins =
      pinnableHandles(state).length > 0 ? ` ${keyOf('pose.togglePin')} ${isPinned(state, handle) ? 'unpins' : 'pins'} it.` : '';
    return `Drag it, or move it with the arrow keys.${pins}`;
  }
  const project = document.history.present;
  if (document.history.past.length === 0) return 'Drag a hand, foot, hip or the head: the body follows.';
  if (project.poses.length === 0) return `${keyOf('pose.save')} keeps this pose in the library.`;
  if (!hasKeys(state)) return `${keyOf('key.set')} sets a key at the playhead.`;
  if (hasUnsavedChanges(state) && document.folder === null) return `${keyOf('file.save')} saves the project.`;
  return `${keyOf('help.palette')} finds any command.`;
}
