import { fromPlace } from '../../core/math/place.ts';
import { rotate } from '../../core/math/quat.ts';
import { add } from '../../core/math/vec3.ts';
import { boxAroundProp } from '../state/props/prop-shape.ts';
import { selectedShownProp, type ShownProp } from '../state/props/shown-props.ts';
import { actorsBeside } from '../state/scene/beside.ts';
import type { StudioState } from '../state/studio.ts';
import { presetOrbit } from '../tools/geometry/camera-presets.ts';
import {
  boxAround,
  enclose,
  joinBoxes,
  jointBounds,
  selectionBounds,
  sphereAround,
  type Sphere,
} from '../tools/geometry/figure-bounds.ts';
import { cornersOf, frameBox, frameSphere, showsBox, showsSphere, type Box, type Orbit } from '../tools/geometry/orbit.ts';
import type { Figure } from './character/figure.ts';
import type { ViewModel } from './overlays/view-model.ts';

/** The view of a character that was just opened: all of it, from its front and a little to the side. */
export function openingView(figure: Figure, { rig, world, lens }: ViewModel, orbit: Orbit): Orbit {
  const { centre, radius } = figure.bounds(rig, world);
  return frameSphere(presetOrbit(orbit, 'threeQuarter', rig.report.facing), centre, radius, lens.width / lens.height);
}

/** The view moved so that the selection, or the whole figure when nothing is selected, fills the picture. */
export function framed(figure: Figure, view: ViewModel, orbit: Orbit): Orbit {
  return filledBy(selected(view) ?? figure.bounds(view.rig, view.world), view, orbit);
}

/** From how many times the distance at which it fills the picture the figure is too small to be worked on. */
const FAR = 4;

/**
 * The view as it is where all of the selection or of the figure is in the picture, and not too small; otherwise moved so that the figure fills
 * it.
 */
export function shownWhole(figure: Figure, view: ViewModel, orbit: Orbit): Orbit {
  const whole = figure.bounds(view.rig, view.world);
  const { width, height } = view.lens;
  const filled = filledBy(whole, view, orbit);
  const isShown = [whole, selected(view)].some((each) => each && showsSphere(orbit, each.centre, each.radius, width, height));
  return isShown && orbit.distance < FAR * filled.distance ? orbit : filled;
}

/** The view as it is where the character that has come into the scene is in the picture, otherwise moved back so that all actors are. */
export function sceneShownWhole(figure: Figure, view: ViewModel, orbit: Orbit): Orbit {
  const own = figure.bounds(view.rig, view.world);
  const { width, height } = view.lens;
  if (showsSphere(orbit, own.centre, own.radius, width, height)) return orbit;
  const others = actorsBeside(view.state).map(({ rig, world, place }): Sphere => {
    const bounds = jointBounds(rig, world, [...rig.skeleton.names.keys()]);
    return { centre: fromPlace(place, bounds.centre), radius: bounds.radius };
  });
  return filledBy(sphereAround([own, ...others], view.rig.report.height), view, orbit);
}

/** The view as it is where all of the selected prop is in the picture, otherwise moved back so that it and the character are. */
export function propShownWhole(figure: Figure, view: ViewModel, orbit: Orbit): Orbit {
  const { rig, world, lens, state } = view;
  const prop = selectedShownProp(state);
  if (!prop) return orbit;
  const box = boxOf(state, prop);
  if (showsBox(orbit, box, lens.width, lens.height)) return orbit;
  return frameBox(orbit, joinBoxes([...figure.boxes(rig, world), box]), lens.width / lens.height);
}

/** The box around a prop as it is on screen, its sides along the axes of the picture's space. */
function boxOf({ document }: StudioState, { prop, frame }: ShownProp): Box {
  const { min: low, max: high } = boxAroundProp(document!, prop.form);
  const corners = cornersOf({ low, high }).map((corner) => add(frame.position, rotate(frame.rotation, corner)));
  return boxAround(corners)!;
}

function selected({ rig, world, state, handles }: ViewModel): Sphere | null {
  const prop = selectedShownProp(state);
  return prop ? enclose([boxOf(state, prop)], rig.report.height) : selectionBounds(rig, world, state.session.selection, handles);
}

function filledBy({ centre, radius }: Sphere, { lens }: ViewModel, orbit: Orbit): Orbit {
  return frameSphere(orbit, centre, radius, lens.width / lens.height);
}
