import { handlesOf, type HandleName } from '../../core/humanoid/body/handles.ts';
import { scale } from '../../core/math/vec3.ts';
import { turnsByRings } from '../state/posing/limb-ik.ts';
import {
  holdByKeyboard,
  isOffered,
  keyboardHandle,
  selectByKeyboard,
  selectedHandle,
  selectedJoint,
} from '../state/selection.ts';
import type { StudioState } from '../state/studio.ts';
import { lensOf } from '../tools/geometry/orbit.ts';
import { moveHandle, turnJointInWorld } from '../tools/nudge.ts';
import { inGroup, on, when, type CommandContext, type InGroup } from './command.ts';
import { hasSelectedHandle } from './conditions.ts';

/** Metres and radians of a press, and of one with Shift. */
const STEP = { metres: 0.01, radians: (5 * Math.PI) / 180 };
const FINE_STEP = { metres: 0.001, radians: Math.PI / 180 };

/** A direction in the picture: along its right, its up, or away from the eye. */
interface Direction {
  readonly axis: 'right' | 'up' | 'forward';
  readonly sign: 1 | -1;
  /** The axis of the picture that the joint turns about, and which way, while joints are turned. */
  readonly about: 'right' | 'up' | 'forward';
  readonly turns: 1 | -1;
}

/** The handle after (1) or before (−1) the selected one, the first or last when none is; null beyond the ends. */
function besideSelected(state: StudioState, by: 1 | -1): HandleName | null {
  if (!state.document) return null;
  const names = handlesOf(state.document.rig)
    .map(({ name }) => name)
    .filter((name) => isOffered(state, name));
  const selected = selectedHandle(state);
  if (selected === null) return names.at(by === 1 ? 0 : -1) ?? null;
  const at = names.indexOf(selected) + by;
  return at < 0 ? null : (names[at] ?? null);
}

function go(id: string, label: string, by: 1 | -1, shortcut: string): InGroup {
  return {
    id: `edit.handle.${id}`,
    label,
    shortcuts: [shortcut],
    within: 'viewport',
    enabled: when('There is no further handle.', (state) => besideSelected(state, by) !== null),
    run: on((state) => besideSelected(state, by), selectByKeyboard),
  };
}

function nudge(id: string, label: string, keys: readonly string[], direction: Direction): InGroup {
  return {
    id: `edit.nudge.${id}`,
    label,
    shortcuts: keys,
    within: 'viewport',
    enabled: when('Select a handle first: click it, or go to it with Tab.', (state) => selectedHandle(state) !== null),
    run: (context) => step(context, direction),
  };
}

/** Moves the selected handle, which the keyboard holds from then on, or turns its joint while joints are turned by rings. */
function step({ studio, parts, press }: CommandContext, { axis, sign, about, turns }: Direction): void {
  const state = studio.getState();
  const handle = selectedHandle(state);
  if (handle === null || !parts.viewport) return;
  holdByKeyboard(studio, handle);
  const picture = lensOf(parts.viewport.camera(), 1, 1);
  const { metres, radians } = press?.shiftKey ? FINE_STEP : STEP;
  if (!turnsByRings(state)) return moveHandle(studio, handle, scale(picture[axis], sign * metres));
  const joint = selectedJoint(state);
  if (joint !== null) turnJointInWorld(studio, joint, picture[about], turns * radians);
}

/** Posing without a pointer: the viewport has the keyboard, Tab goes through the handles, arrows move the selected one. */
export const HANDLE_COMMANDS = inGroup('Edit', 'Handles', [
  go('next', 'Next handle', 1, 'Tab'),
  go('previous', 'Previous handle', -1, 'Shift+Tab'),
  nudge('left', 'Nudge left', ['ArrowLeft', 'Shift+ArrowLeft'], { axis: 'right', sign: -1, about: 'up', turns: -1 }),
  nudge('right', 'Nudge right', ['ArrowRight', 'Shift+ArrowRight'], { axis: 'right', sign: 1, about: 'up', turns: 1 }),
  nudge('up', 'Nudge up', ['ArrowUp', 'Shift+ArrowUp'], { axis: 'up', sign: 1, about: 'right', turns: -1 }),
  nudge('down', 'Nudge down', ['ArrowDown', 'Shift+ArrowDown'], { axis: 'up', sign: -1, about: 'right', turns: 1 }),
  nudge('away', 'Nudge away', ['Mod+ArrowUp', 'Mod+Shift+ArrowUp'], { axis: 'forward', sign: 1, about: 'forward', turns: 1 }),
  nudge('nearer', 'Nudge nearer', ['Mod+ArrowDown', 'Mod+Shift+ArrowDown'], {
    axis: 'forward',
    sign: -1,
    about: 'forward',
    turns: -1,
  }),
  {
    id: 'edit.handle.byKeys',
    label: 'Move the selected handle by keys',
    checked: (state) => keyboardHandle(state) !== null,
    enabled: hasSelectedHandle,
    run: ({ studio, parts }) => {
      const handle = selectedHandle(studio.getState());
      if (handle) selectByKeyboard(studio, handle);
      parts.workspace?.showPanel('viewport');
    },
  },
]);
