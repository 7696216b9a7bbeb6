import { BETWEEN_KEYS } from '../state/keys/between-keys.ts';
import type { MenuSubject } from '../state/window/notices-and-dialogs.ts';

/** A line of a menu: the id of a command, or a name under which several commands stand in a menu of their own. */
export type MenuLine = string | { readonly label: string; readonly ids: readonly string[] };

export interface CommandMenu {
  readonly label: string;
  /** Lines of a group stand together. */
  readonly groups: readonly (readonly MenuLine[])[];
}

const HIDING = ['view.hideSelected', 'view.isolateSelected', 'view.showAll'];
const PINS = ['pose.togglePin', 'pose.pin.place', 'pose.pin.direction', 'pose.limbFk'];
const LIMB = ['edit.copyLimb', 'edit.pasteLimb', 'pose.mirrorSelected', 'pose.resetJoint', 'pose.resetLimb'];

/** The menus of the right button, of a long press, and of the context menu key. */
export const CONTEXT_MENUS: Readonly<Record<MenuSubject, CommandMenu>> = {
  handle: {
    label: 'Handle',
    groups: [
      PINS,
      ['pose.move', 'pose.turn', 'pose.spread', 'edit.handle.byKeys'],
      LIMB,
      ['key.setPart', 'contact.add', 'scene.holdOn', 'pose.toggleLock', 'view.frame'],
      HIDING,
    ],
  },
  joint: {
    label: 'Joint',
    groups: [['pose.toggleLock', ...PINS], LIMB, ['key.setPart', 'key.setJoint', 'pose.turn', 'view.frame'], HIDING],
  },
  prop: {
    label: 'Prop',
    groups: [
      ['prop.stand', 'prop.sit', 'prop.walk'],
      ['prop.putRight', 'prop.putLeft', 'prop.take', 'prop.letGo'],
      ['prop.key', 'prop.duplicate', 'scene.deleteSelected', 'view.frame'],
    ],
  },
  space: {
    label: 'Viewport',
    groups: [
      ['edit.undo', 'edit.redo'],
      ['key.set', 'pose.save', 'edit.copyPose', 'edit.pastePose', 'edit.pasteFlipped'],
      ['pose.flip', 'pose.relax', 'pose.gaze', 'pose.unpinAll', 'pose.resetAll'],
      ['view.frame', 'view.camera.threeQuarter', 'view.camera.front', 'view.camera.left', 'view.camera.right'],
      ['help.legend'],
    ],
  },
  pose: {
    label: 'Pose',
    groups: [
      ['pose.apply', 'pose.applyFlipped', 'pose.applyToSelection', 'pose.put'],
      ['pose.putJoints', 'pose.takeJoints'],
      ['pose.favourite', 'pose.rename', 'pose.update', 'library.copyPose'],
      ['pose.delete'],
    ],
  },
  library: {
    label: 'Pose library',
    groups: [
      ['pose.save', 'pose.saveClip', 'edit.pastePose'],
      ['pose.starterLibrary', 'pose.toClip'],
      ['library.add', 'library.build', 'library.next', 'library.copyAll', 'library.read', 'library.remove', 'library.undo'],
    ],
  },
  keys: {
    label: 'Keys',
    groups: [
      ['key.cut', 'key.copy', 'key.paste', 'key.pasteMirrored', 'key.delete'],
      ['key.spread', 'key.draw', 'key.copyToEnd'],
      ['tween.body', { label: 'In-between by steps', ids: ['tween.body.step', 'tween.body.walk', 'tween.body.jump'] }],
      BETWEEN_KEYS.map(({ value }) => `key.between.${value}`),
      ['key.set', 'key.setPart', 'key.setJoint', 'key.chooseAll'],
    ],
  },
  ruler: {
    label: 'Time',
    groups: [
      ['key.play', 'play.from', 'play.to', 'play.all', 'play.pingPong'],
      ['key.set', 'key.paste', 'marker.add', 'contact.add', 'layer.add'],
      ['tween.body', 'key.endHere', 'clip.trim', 'key.loop'],
    ],
  },
  contact: {
    label: 'Contact',
    groups: [
      ['contact.mute', 'contact.split', 'contact.turns'],
      ['contact.gives.from', 'contact.gives.on', 'contact.gives.both'],
      [{ label: 'Fade', ids: ['contact.fade.none', 'contact.fade.usual', 'contact.fade.half', 'contact.fade.whole'] }],
      ['contact.delete', 'contact.deleteAll'],
      ['contact.find', 'contact.worst'],
    ],
  },
  layer: {
    label: 'Layer',
    groups: [
      ['layer.mute', 'layer.weaker', 'layer.stronger'],
      ['layer.flatten', 'layer.delete'],
    ],
  },
  marker: {
    label: 'Marker',
    groups: [
      ['marker.rename', 'marker.delete'],
      ['marker.previous', 'marker.next'],
    ],
  },
  sound: {
    label: 'Sound',
    groups: [
      ['sound.mute', 'sound.louder', 'sound.softer'],
      ['sound.here', 'sound.from', 'sound.to'],
      ['sound.add', 'sound.delete'],
    ],
  },
  clip: {
    label: 'Clip',
    groups: [
      ['key.newClip', 'clip.duplicate', 'key.renameClip', 'key.deleteClip'],
      ['key.loop', 'key.keepPins'],
      [
        { label: 'Length', ids: ['key.endHere', 'clip.trim', 'clip.stretch', 'clip.join'] },
        { label: 'Motion', ids: ['clip.simplify', 'clip.reverse', 'clip.closeLoop', 'clip.travel', 'clip.inPlace'] },
        { label: 'Contacts', ids: ['contact.find', 'contact.add', 'contact.deleteAll'] },
        { label: 'Layers', ids: ['layer.add', 'layer.flatten'] },
        'marker.add',
        'sound.add',
      ],
      ['clip.check', 'file.exportClip'],
    ],
  },
};
