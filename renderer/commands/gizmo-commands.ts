import { setSpace, toggleBodyStops, toggleFloorSnap, toggleFloorStops } from '../state/session.ts';
import type { Space } from '../state/session-state.ts';
import { inCategory, type InCategory } from './command.ts';
import { hasSelectedHandle, hasSelectedJoint } from './conditions.ts';

const SPACES: readonly Space[] = ['world', 'local', 'camera'];
const SPACE_LABELS: Readonly<Record<Space, string>> = {
  world: 'Axes of the world',
  local: 'Axes of the joint',
  camera: 'Axes of the view',
};

function space(name: Space): InCategory {
  return {
    id: `pose.space.${name}`,
    label: SPACE_LABELS[name],
    group: 'Axes',
    checked: (state) => state.session.space === name,
    run: ({ studio }) => setSpace(studio, name),
  };
}

/** What moves and turns the selected handle, and along what. */
export const GIZMO_COMMANDS = inCategory('Pose', [
  {
    id: 'pose.move',
    label: 'Move with the pointer',
    group: 'Transform',
    shortcuts: { limber: ['G'], blender: ['G'], maya: ['Shift+G'] },
    enabled: hasSelectedHandle,
    run: ({ parts }) => parts.viewport?.begin('move'),
  },
  {
    id: 'pose.turn',
    label: 'Rotate with the pointer',
    group: 'Transform',
    shortcuts: { limber: ['T'], blender: ['R'], maya: ['Shift+T'] },
    enabled: hasSelectedJoint,
    run: ({ parts }) => parts.viewport?.begin('turn'),
  },
  {
    id: 'pose.spread',
    label: 'Spread with the pointer',
    group: 'Transform',
    shortcuts: { limber: ['Shift+T'], blender: ['S'], maya: ['R', 'Alt+Shift+T'] },
    enabled: hasSelectedHandle,
    run: ({ parts }) => parts.viewport?.begin('spread'),
  },
  ...SPACES.map(space),
  {
    id: 'pose.space.next',
    label: 'Next axes',
    group: 'Axes',
    shortcuts: ['Shift+W'],
    labelNow: ({ session }) => `${SPACE_LABELS[session.space]}: take the next`,
    run: ({ studio }) => {
      const { session } = studio.getState();
      setSpace(studio, SPACES[(SPACES.indexOf(session.space) + 1) % SPACES.length]!);
    },
  },
  {
    id: 'pose.snapToFloor',
    label: 'Snap to the floor',
    group: 'Floor',
    shortcuts: ['Shift+F'],
    checked: (state) => state.session.snapsToFloor,
    run: ({ studio }) => toggleFloorSnap(studio),
  },
  {
    id: 'pose.floorStops',
    label: 'The floor stops the body',
    group: 'Floor',
    shortcuts: ['Alt+F'],
    checked: (state) => state.session.floorStops,
    run: ({ studio }) => toggleFloorStops(studio),
  },
  {
    id: 'pose.bodyStops',
    label: 'The body stops its limbs',
    group: 'Floor',
    shortcuts: ['Alt+B'],
    checked: (state) => state.session.bodyStops,
    run: ({ studio }) => toggleBodyStops(studio),
  },
]);
