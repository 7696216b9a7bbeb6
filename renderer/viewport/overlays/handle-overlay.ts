import type { Scene } from '@babylonjs/core/scene.js';
import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import { sightIn } from '../../../core/humanoid/pulling/request/gaze.ts';
import { distance } from '../../../core/math/vec3.ts';
import { isInFk } from '../../state/posing/limb-ik.ts';
import { isPinned } from '../../state/posing/pins.ts';
import { keyboardHandle, selectedHandles } from '../../state/selection.ts';
import { farHandles } from '../../tools/geometry/far-handles.ts';
import type { HandlePlace } from '../../tools/geometry/handle-places.ts';
import { createLines, type Line } from '../drawing/lines.ts';
import { LAYERS } from '../drawing/overlay-mesh.ts';
import { createMarks, type Mark, type MarkHalf } from '../drawing/marks.ts';
import { withAlpha, type Colour, type Palette } from '../palette.ts';
import { isHandle, type ViewModel } from './view-model.ts';

export interface HandleOverlay {
  update(view: ViewModel | null): void;
}

/** CSS pixels. */
const RADIUS = 7.5;
const RADII = { position: RADIUS, pole: 6, local: 4.5 } as const;
/** Metres by which a drag must miss before the way to where it wants to be is drawn. */
const VISIBLE_MISS = 2e-3;

/**
 * Handles of constant size on screen: rings that can be pulled, filled squares with a light rim where they are pinned, diamonds
 * for poles on a thin dashed line from their joint. A key at the playhead is a small filled diamond in them, a change without a key an empty
 * one. A drag that cannot be satisfied shows where it wants to be.
 */
export function createHandleOverlay(scene: Scene): HandleOverlay {
  const marks = createMarks(scene, 'handles');
  const lines = createLines(scene, 'handle lines', LAYERS.marks);
  return {
    update: (view) => {
      const places = view ? shownHandles(view) : [];
      const far = view ? farOf(places, view) : NONE;
      marks.set(
        view ? [...places.flatMap((place) => handleMarks(place, view, far)), ...gazeMarks(view), ...wantedMarks(view)] : [],
      );
      lines.set(view ? [...places.flatMap((place) => poleLine(place, view, far)), ...gazeLine(view), ...wantedLine(view)] : []);
    },
  };
}

/** Handles belong to pulling: while joints are turned by rings they would only be in the way. */
function shownHandles({ state, handles }: ViewModel): readonly HandlePlace[] {
  return state.session.view.handles && state.session.tool === 'pull' ? handles : [];
}

/** What the opacity of a handle on the far side is multiplied by. */
const DIMMED = 0.4;
const NONE: ReadonlySet<HandleName> = new Set();

function farOf(places: readonly HandlePlace[], { lens, handleSize }: ViewModel): ReadonlySet<HandleName> {
  return farHandles(
    places.map(({ handle, at }) => ({ name: handle.name, at })),
    lens,
    handleSize,
  );
}

function dimmed(mark: Mark): Mark {
  return { ...mark, fill: withAlpha(mark.fill, DIMMED * mark.fill[3]), edge: withAlpha(mark.edge, DIMMED * mark.edge[3]) };
}

/** Left is blue, right is red, the trunk and the head are yellow. */
export function sideColour(handle: HandleName, palette: Palette): Colour {
  if (handle.startsWith('left')) return palette.left;
  return handle.startsWith('right') ? palette.right : palette.middle;
}

/** Which half of a handle is filled more: sides are told apart without their colours too. */
function halfOf(handle: HandleName): MarkHalf {
  if (handle.startsWith('left')) return 'left';
  return handle.startsWith('right') ? 'right' : 'both';
}

function handleMarks({ handle, at }: HandlePlace, view: ViewModel, far: ReadonlySet<HandleName>): Mark[] {
  const { state, attention, keyStates, palette, handleSize } = view;
  const side = sideColour(handle.name, palette);
  const pinned = isPinned(state, handle.name);
  const turned = isInFk(state, handle.joint);
  const grabbed = isHandle(attention.grabbed, handle.name);
  const hovered = isHandle(attention.hovered, handle.name) && attention.grabbed === null;
  const selected = selectedHandles(state).includes(handle.name);
  const pole = handle.kind === 'pole';
  const radius = handleSize * (RADII[handle.kind] + (grabbed || hovered ? 2 : 0));
  const bright = grabbed || hovered || selected;
  const mark: Mark = {
    at,
    shape: pole && !turned ? 'diamond' : pinned ? 'square' : 'disc',
    radius,
    fill: withAlpha(side, grabbed ? 1 : pinned ? 0.95 : bright ? 0.6 : pole ? 0.5 : 0.28),
    edge: bright || pinned ? palette.hover : side,
    edgeWidth: pinned ? 1.6 : 2.2,
    half: halfOf(handle.name),
  };
  const glow: Mark = { ...mark, shape: 'glow', radius: radius + 15 * handleSize, fill: withAlpha(side, grabbed ? 0.55 : 0.4) };
  const keyhole: Mark = {
    ...mark,
    half: 'both',
    shape: 'disc',
    radius: 2.4 * handleSize,
    fill: palette.outline,
    edge: palette.outline,
    edgeWidth: 0,
  };
  const byKeys: Mark = {
    ...keyhole,
    radius: radius + 5 * handleSize,
    fill: withAlpha(palette.hover, 0),
    edge: palette.hover,
    edgeWidth: 2,
  };
  const keyState = keyStates.get(handle.name);
  // Of a limb in FK: a ring about its joint.
  const ring: Mark = { ...byKeys, half: 'both', radius: 0.45 * radius, edge: bright ? palette.hover : side, edgeWidth: 1.6 };
  const keyed: Mark = { ...keyhole, shape: 'diamond', radius: 3.4 * handleSize, fill: palette.key, edge: palette.key };
  const unkeyed: Mark = { ...keyed, fill: withAlpha(palette.outline, 0.8), edgeWidth: 1.3 };
  const marks = [
    ...(bright ? [glow] : []),
    ...(keyboardHandle(state) === handle.name ? [byKeys] : []),
    mark,
    ...(turned ? [ring] : []),
    ...(keyState === 'key'
      ? [keyed]
      : keyState === 'unkeyed' && attention.grabbed === null
        ? [unkeyed]
        : pinned && !pole
          ? [keyhole]
          : []),
  ];
  return bright || !far.has(handle.name) ? marks : marks.map(dimmed);
}

function poleLine({ handle, at, anchor }: HandlePlace, { attention, palette }: ViewModel, far: ReadonlySet<HandleName>): Line[] {
  if (handle.kind !== 'pole') return [];
  const bright = isHandle(attention.hovered, handle.name) || isHandle(attention.grabbed, handle.name);
  const opacity = bright ? 0.9 : far.has(handle.name) ? 0.45 * DIMMED : 0.45;
  return [{ from: anchor, to: at, colour: withAlpha(sideColour(handle.name, palette), opacity), width: 1.4, dash: 4 }];
}

/** An eye: a ring with a dark pupil, at the point that is looked at. */
function gazeMarks({ gaze, attention, palette, handleSize }: ViewModel): Mark[] {
  if (!gaze) return [];
  const bright = attention.grabbed?.kind === 'gaze' || attention.hovered?.kind === 'gaze';
  const [radius, half] = [handleSize * (RADIUS + (bright ? 2 : 0)), 'both' as const];
  const edge = bright ? palette.hover : palette.middle;
  return [
    { at: gaze, shape: 'disc', radius, fill: withAlpha(palette.outline, 0.35), edge, edgeWidth: 2.2, half },
    { at: gaze, shape: 'disc', radius: 3 * handleSize, fill: palette.middle, edge: palette.middle, edgeWidth: 0, half },
  ];
}

/** The line of sight. */
function gazeLine({ gaze, rig, pose, palette }: ViewModel): Line[] {
  const sight = gaze && sightIn(rig, pose, 0);
  return sight ? [{ from: sight.from, to: gaze, colour: withAlpha(palette.middle, 0.45), width: 1.4, dash: 4 }] : [];
}

function pulled({ attention, handles }: ViewModel): HandlePlace | undefined {
  return handles.find(({ handle }) => isHandle(attention.grabbed, handle.name) && handle.kind !== 'pole');
}

function wantedMarks(view: ViewModel): Mark[] {
  const { wanted } = view.attention.trace;
  const place = pulled(view);
  if (!wanted || !place || distance(wanted, place.at) < VISIBLE_MISS) return [];
  const { palette } = view;
  const clear = withAlpha(palette.held, 0);
  return [{ at: wanted, shape: 'disc', radius: 9, fill: clear, edge: palette.held, edgeWidth: 1.8 }];
}

function wantedLine(view: ViewModel): Line[] {
  const { wanted } = view.attention.trace;
  const place = pulled(view);
  if (!wanted || !place || distance(wanted, place.at) < VISIBLE_MISS) return [];
  return [{ from: place.at, to: wanted, colour: withAlpha(view.palette.held, 0.9), width: 1.6, dash: 5 }];
}
