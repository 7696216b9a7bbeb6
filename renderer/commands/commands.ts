import type { Command, CommandCategory } from './command.ts';
import { CAMERA_COMMANDS } from './camera-commands.ts';
import { CHECK_COMMANDS } from './check-commands.ts';
import { CHOSEN_KEY_COMMANDS } from './chosen-key-commands.ts';
import { CLIP_COMMANDS } from './clip-commands.ts';
import { CONTACT_COMMANDS } from './contact-commands.ts';
import { CURVE_COMMANDS } from './curve-commands.ts';
import { EDIT_COMMANDS } from './edit-commands.ts';
import { FILE_COMMANDS } from './file-commands.ts';
import { HANDLE_COMMANDS } from './handle-commands.ts';
import { GIZMO_COMMANDS } from './gizmo-commands.ts';
import { EXPRESSION_COMMANDS } from './expression-commands.ts';
import { HAND_COMMANDS } from './hand-commands.ts';
import { HELP_COMMANDS } from './help-commands.ts';
import { KEY_COMMANDS } from './key-commands.ts';
import { LAYER_COMMANDS } from './layer-commands.ts';
import { LIBRARY_COMMANDS } from './library-commands.ts';
import { LIMB_COMMANDS } from './limb-commands.ts';
import { LIVE_COMMANDS } from './live-commands.ts';
import { MARKER_COMMANDS } from './marker-commands.ts';
import { MIRROR_COMMANDS } from './mirror-commands.ts';
import { PLAYBACK_COMMANDS } from './playback-commands.ts';
import { POSE_COMMANDS } from './pose-commands.ts';
import { PULLING_COMMANDS } from './pulling-commands.ts';
import { PROP_COMMANDS } from './prop-commands.ts';
import { SCENE_COMMANDS } from './scene-commands.ts';
import { SELECTION_COMMANDS } from './selection-commands.ts';
import { PICTURE_COMMANDS } from './picture-commands.ts';
import { REFERENCE_COMMANDS } from './reference-commands.ts';
import { RIG_COMMANDS } from './rig-commands.ts';
import { SOUND_COMMANDS } from './sound-commands.ts';
import { SOLVER_COMMANDS } from './solver-commands.ts';
import { TWEEN_COMMANDS } from './tween-commands.ts';
import { VIEW_COMMANDS } from './view-commands.ts';
import { WINDOW_COMMANDS } from './window-commands.ts';

/** Every action of the studio, in menu order. */
export const COMMANDS: readonly Command[] = [
  ...FILE_COMMANDS,
  ...EDIT_COMMANDS,
  ...SCENE_COMMANDS,
  ...PROP_COMMANDS,
  ...CAMERA_COMMANDS,
  ...LIVE_COMMANDS,
  ...SELECTION_COMMANDS,
  ...HANDLE_COMMANDS,
  ...VIEW_COMMANDS,
  ...REFERENCE_COMMANDS,
  ...POSE_COMMANDS,
  ...GIZMO_COMMANDS,
  ...PULLING_COMMANDS,
  ...HAND_COMMANDS,
  ...EXPRESSION_COMMANDS,
  ...LIMB_COMMANDS,
  ...MIRROR_COMMANDS,
  ...PICTURE_COMMANDS,
  ...RIG_COMMANDS,
  ...SOLVER_COMMANDS,
  ...LIBRARY_COMMANDS,
  ...KEY_COMMANDS,
  ...TWEEN_COMMANDS,
  ...PLAYBACK_COMMANDS,
  ...CURVE_COMMANDS,
  ...CHOSEN_KEY_COMMANDS,
  ...CLIP_COMMANDS,
  ...CONTACT_COMMANDS,
  ...LAYER_COMMANDS,
  ...MARKER_COMMANDS,
  ...SOUND_COMMANDS,
  ...WINDOW_COMMANDS,
  ...CHECK_COMMANDS,
  ...HELP_COMMANDS,
];

const BY_ID: ReadonlyMap<string, Command> = new Map(COMMANDS.map((command) => [command.id, command]));

/** Throws a `RangeError` when there is no such command. */
export function commandById(id: string): Command {
  const command = BY_ID.get(id);
  if (!command) throw new RangeError(`there is no command "${id}"`);
  return command;
}

/** Groups that are a menu of their own inside their menu, so that every menu fits a window 800 pixels high. */
const FOLDED: Readonly<Partial<Record<CommandCategory, readonly string[]>>> = {
  View: ['Camera', 'Orthographic views', 'Zoom and orbit', 'Ghosts'],
  Pose: ['Mirror', 'Transform', 'Pictures', 'Axes', 'Who follows', 'Hands and face'],
  Key: ['Steps', 'In-betweens', 'Speed', 'Selected keys'],
  Clip: ['Frame rate', 'Interpolation', 'Contacts', 'Layers', 'Markers and sound', 'Loop and root motion'],
  Scene: ['Add a prop', 'Grips', 'Cameras'],
  Window: ['Live', 'Advanced'],
};

export interface CommandGroup {
  readonly group: string;
  /** Whether the group is a menu of its own, called by its name. */
  readonly isFolded: boolean;
  readonly commands: readonly Command[];
}

/** The commands of one menu, those of a group together, in the order of the list. */
export function commandsByGroup(category: CommandCategory): readonly CommandGroup[] {
  const groups = Map.groupBy(
    COMMANDS.filter((command) => command.category === category),
    (command) => command.group,
  );
  return [...groups].map(([group, commands]) => ({
    group,
    isFolded: FOLDED[category]?.includes(group) ?? false,
    commands,
  }));
}
