import { isLocked, keepSteered, lookThrough } from '../../state/cameras/look-through.ts';
import { previewCamera } from '../../state/cameras/edit-cameras.ts';
import { seenThrough, shotFromDrawn, shownCamera } from '../../state/cameras/shown-cameras.ts';
import type { Studio } from '../../state/studio.ts';
import { steeredShot, viewThrough, type ShotView } from '../../tools/geometry/shot-view.ts';
import type { Through } from './camera.ts';

/** The camera of the scene that the window looks through, for the viewport. */
export function throughCamera(studio: Studio): Through {
  /** What was worked out last: the picture is asked for it many times. */
  let last: { readonly of: unknown; readonly width: number; readonly height: number; readonly view: ShotView | null } | null =
    null;
  return {
    view: (width, height) => {
      const state = studio.getState();
      if (last?.of === state && last.width === width && last.height === height) return last.view;
      const camera = seenThrough(state);
      const view = camera && viewThrough(shownCamera(state, camera).shot, camera.aspect, width, height);
      last = { of: state, width, height, view };
      return view;
    },
    goesAlong: () => isLocked(studio.getState()),
    steer: (orbit) => {
      const state = studio.getState();
      const camera = seenThrough(state);
      if (!camera) return;
      const { shot } = shownCamera(state, camera);
      previewCamera(studio, { id: camera.id, shot: shotFromDrawn(state, steeredShot(shot, orbit)) });
    },
    keep: () => keepSteered(studio),
    leave: () => lookThrough(studio, null),
  };
}
