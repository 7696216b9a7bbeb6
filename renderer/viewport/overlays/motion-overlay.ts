import type { Scene } from '@babylonjs/core/scene.js';
import { hypot } from '../../../core/math/elementary.ts';
import { project } from '../../tools/geometry/lens.ts';
import { frameAt, shownClip } from '../../state/timeline/clips.ts';
import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import type { Target } from '../../tools/geometry/pick.ts';
import { ghostHandles, trailsOf, type Ghost, type HandleMoment, type Trail } from '../../state/timeline/motion-marks.ts';
import { massTrailsOf, type MassTrail } from '../../state/timeline/mass-trails.ts';
import { boneEnds } from '../../tools/geometry/bone-shapes.ts';
import { createLines, type Line } from '../drawing/lines.ts';
import { createMarks, type Mark } from '../drawing/marks.ts';
import { ghostHue, withAlpha } from '../palette.ts';
import { sideColour } from './handle-overlay.ts';
import type { ViewModel } from './view-model.ts';

export interface MotionOverlay {
  update(view: ViewModel | null): void;
}

/** How strongly the nearest ghost is drawn, and what is left of that at each further one. */
const GHOST_ALPHA = 0.7;
const GHOST_FADE = 0.6;
/** CSS pixels. */
const CLOSEST_TICKS = 7;

/**
 * Where the clip goes: trails of handles with a tick a frame and a diamond a key, and the handles of ghosts; where no mesh is shown, the bones of ghosts
 * too. Around an issue against physics that was found or repaired, where the centre of mass goes, and went before.
 */
export function createMotionOverlay(scene: Scene): MotionOverlay {
  const lines = createLines(scene, 'motion lines');
  const marks = createMarks(scene, 'motion marks');
  return {
    update: (view) => {
      const shows = view?.state.session.view;
      const trails = view && shows?.trails ? trailsOf(view.state) : [];
      const ghosts = view?.ghosts ?? [];
      const masses = view ? massTrailsOf(view.state) : [];
      const asBones = view?.showsMesh ? [] : ghosts;
      lines.set(
        view
          ? [
              ...asBones.flatMap((ghost) => ghostLines(ghost, view)),
              ...trails.flatMap((trail) => trailLines(trail, view)),
              ...masses.flatMap((trail) => massLines(trail, view)),
            ]
          : [],
      );
      marks.set(
        view
          ? [
              ...ghostHandles(view.state, ghosts).map((moment) => ghostMark(moment, view)),
              ...trails.flatMap((trail) => trailMarks(trail, view)),
              ...masses.flatMap((trail) => massMarks(trail, view)),
            ]
          : [],
      );
    },
  };
}

function ghostLines({ world, place }: Ghost, { bones, palette }: ViewModel): Line[] {
  const alpha = GHOST_ALPHA * GHOST_FADE ** (Math.abs(place) - 1);
  const colour = withAlpha(ghostHue(place, palette), alpha);
  return bones
    .filter(({ humanoid }) => humanoid)
    .map((bone) => {
      const [from, to] = boneEnds(bone, world);
      return { from, to, colour, width: 2.5 };
    });
}

function trailLines({ handle, points }: Trail, { state, palette }: ViewModel): Line[] {
  const side = sideColour(handle, palette);
  const now = presentFrame(state);
  return points.slice(1).map(({ frame, at }, i) => ({
    from: points[i]!.at,
    to: at,
    colour: withAlpha(side, frame <= now ? 0.95 : 0.55),
    width: frame <= now ? 2 : 1.5,
  }));
}

/** Dashed as the clip was before its repair. */
function massLines({ points, isBefore }: MassTrail, { palette }: ViewModel): Line[] {
  const way = isBefore ? { colour: palette.before, width: 1.5, dash: 5 } : { colour: palette.balance, width: 2.5 };
  return points.slice(1).map((to, i) => ({ from: points[i]!, to, ...way }));
}

/** A tick a frame, and a disc where the playhead is. */
function massMarks({ first, points, isBefore }: MassTrail, { state, palette }: ViewModel): Mark[] {
  const now = presentFrame(state) - first;
  const fill = isBefore ? palette.before : palette.balance;
  return points.map((at, i) => ({ at, shape: 'disc', radius: i === now ? 6 : 2, fill, edge: palette.outline, edgeWidth: 0.7 }));
}

/** A handle of a ghost, which can be dragged; it is lit under the pointer. */
function ghostMark({ handle, frame, at }: HandleMoment, { palette, attention }: ViewModel): Mark {
  const fill = isMoment(attention.hovered, handle, frame) ? palette.hover : sideColour(handle, palette);
  return { at, shape: 'disc', radius: 3.5, fill, edge: palette.outline, edgeWidth: 1 };
}

function isMoment(target: Target | null, handle: HandleName, frame: number): boolean {
  return target?.kind === 'moment' && target.handle === handle && target.frame === frame;
}

/** A tick a frame, as far as they can be told apart, and all keys. */
function trailMarks({ handle, points }: Trail, { state, palette, lens, attention }: ViewModel): Mark[] {
  const side = sideColour(handle, palette);
  const now = presentFrame(state);
  let last: { readonly x: number; readonly y: number } | null = null;
  const shown = points.filter(({ at, isKey, frame }) => {
    if (isKey || frame === now) return true;
    const seen = project(lens, at);
    if (!seen || (last && hypot(seen.x - last.x, seen.y - last.y) < CLOSEST_TICKS)) return false;
    last = seen;
    return true;
  });
  return shown.map(({ frame, at, isKey }): Mark => {
    const edge = palette.outline;
    const keyFill = isMoment(attention.hovered, handle, frame) ? palette.hover : palette.key;
    if (isKey) return { at, shape: 'diamond', radius: 4.5, fill: keyFill, edge, edgeWidth: 1 };
    return { at, shape: 'disc', radius: frame === now ? 4 : 2, fill: frame === now ? palette.hover : side, edge, edgeWidth: 0.7 };
  });
}

function presentFrame(state: ViewModel['state']): number {
  const clip = shownClip(state);
  return clip ? frameAt(clip, state.session.playback.time) : 0;
}
