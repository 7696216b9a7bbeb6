import { FIRST_ACTOR } from '../../../core/document/project.ts';
import { ORIGIN } from '../../../core/math/place.ts';
import { shownProps } from '../../state/props/shown-props.ts';
import { actorsBeside } from '../../state/scene/beside.ts';
import { standingPose } from '../../state/studio.ts';
import { TargetCamera } from '@babylonjs/core/Cameras/targetCamera.js';
import type { Engine } from '@babylonjs/core/Engines/engine.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { PictureLayers } from '../../../electron/contract.ts';
import { NOTHING_HIDDEN, NOTHING_SELECTED, type ViewSettings } from '../../state/session-state.ts';
import type { StudioState } from '../../state/studio.ts';
import type { Orbit } from '../../tools/geometry/orbit.ts';
import { lensOfView, type View } from '../../tools/geometry/shot-view.ts';
import { fleshAround, type Flesh } from '../../tools/pictures/camera-path.ts';
import type { Moment } from '../../tools/pictures/moments.ts';
import { createFigure, type Figure } from '../character/figure.ts';
import { createGhosts } from '../character/ghosts.ts';
import { createViewModelBuilder, shownPalette } from '../overlays/build-view-model.ts';
import { createOverlays } from '../overlays/overlays.ts';
import { NO_ATTENTION, type ViewModel } from '../overlays/view-model.ts';
import { colour, type Colour } from '../palette.ts';
import { placeCamera } from '../stage/camera.ts';
import { createPictureEngine } from '../stage/engine.ts';
import { createStage } from '../stage/stage.ts';
import { nextTurn } from '../../next-turn.ts';

/** The studio's scene on a canvas beside the window, for pictures of any size. */
export interface PictureStage {
  /** How far the figure reaches beyond its bones at a moment. */
  flesh(moment: Moment): Flesh;
  /** Draws a moment; the canvas holds it until the next turn of the event loop. */
  draw(moment: Moment, view: View): HTMLCanvasElement;
  dispose(): void;
}

/** What is drawn, how large, and on what. */
export interface PictureLook {
  readonly width: number;
  readonly height: number;
  readonly background: string;
  readonly shows: PictureLayers;
}

/** Before shaders and textures have arrived the figure would be missing; without them for ever it is drawn as it is. */
const MOST_TRIES = 400;
const ANY_ORBIT: Orbit = { target: [0, 1, 0], yaw: 0, pitch: 0, distance: 4 };
const CLEAR: Colour = [0, 0, 0, 0];

/** Builds the scene with the character of the document. Rejects with one sentence where it cannot be shown. */
export async function createPictureStage(state: StudioState, look: PictureLook): Promise<PictureStage> {
  const canvas = document.createElement('canvas');
  const engine = createPictureEngine(canvas);
  try {
    const largest = engine.getCaps().maxTextureSize;
    if (Math.max(look.width, look.height) > largest)
      throw new Error(
        `This graphics card draws up to ${largest} pixels a side, and ${look.width} × ${look.height} were asked for.`,
      );
    engine.setSize(look.width, look.height);
    return await fillStage(engine, canvas, state, look);
  } catch (error) {
    engine.dispose();
    throw error;
  }
}

async function fillStage(
  engine: Engine,
  canvas: HTMLCanvasElement,
  state: StudioState,
  look: PictureLook,
): Promise<PictureStage> {
  const stage = createStage(engine, true);
  const camera = new TargetCamera('picture', new Vector3(0, 1, 5), stage.scene);
  const overlays = createOverlays(stage.scene);
  const figure = createFigure(stage, () => {});
  stage.setColours(shownPalette(state));
  stage.setBackground(backgroundOf(look.background));
  stage.floor.setGrid(look.shows.grid);
  stage.floor.setShadow(look.shows.shadow);
  const { document } = state;
  figure.show(document?.history.present.workedOn ?? FIRST_ACTOR, document?.character ?? null);
  const besideAt = (time: number) =>
    actorsBeside({ ...state, session: { ...state.session, playback: { ...state.session.playback, time } } });
  const actors = new Set(document?.history.present.actors.map(({ id }) => id) ?? []);
  figure.showBeside(besideAt(state.session.playback.time), actors);
  figure.showProps(shownProps(state));
  await figure.settled();
  stage.seeFrom(document?.history.present.place ?? ORIGIN);
  const ghosts = createGhosts(stage.scene, figure, Number.POSITIVE_INFINITY);
  figure.hideMeshes(state.session.hidden.meshes);
  const modelOf = modelBuilder(state, look, figure);
  const draw = (moment: Moment, view: View): boolean => {
    const model = modelOf(moment, view);
    placeCamera(camera, view);
    engine.beginFrame();
    const haveGhosts = ghosts.draw(model);
    figure.pose(model.rig, model.world);
    figure.express(model.rig, model.pose);
    figure.showBeside(besideAt(moment.time), actors);
    figure.showProps(shownProps(model.state));
    figure.setVisible(model.state.session.view.mesh);
    overlays.update(model);
    const isComplete = stage.draw() && haveGhosts;
    engine.endFrame();
    return isComplete;
  };
  const first: Moment = { pose: standingPose(state)!, time: 0, label: '' };
  for (let i = 0; i < MOST_TRIES && !draw(first, ANY_ORBIT); i++) await nextTurn(5);
  return {
    flesh: (moment) => fleshOf(figure, modelOf(moment, ANY_ORBIT)),
    draw: (moment, view) => {
      draw(moment, view);
      return canvas;
    },
    dispose: () => {
      ghosts.dispose();
      figure.dispose();
      stage.scene.dispose();
      engine.dispose();
    },
  };
}

/** What is seen of the document at a moment, without anything that is there to be grabbed. */
function modelBuilder(state: StudioState, { width, height, shows }: PictureLook, figure: Figure) {
  const build = createViewModelBuilder();
  const { session } = state;
  const hasMesh = figure.meshes().length > 0 && session.view.mesh;
  const view: ViewSettings = {
    ...session.view,
    mesh: hasMesh,
    bones: shows.bones || !hasMesh,
    trails: shows.trails,
    grid: shows.grid,
    handles: false,
    gizmo: false,
    limits: false,
    cameras: false,
  };
  return ({ pose, time }: Moment, seen: View): ViewModel => {
    const playback = { ...session.playback, time };
    const model = build(
      {
        ...state,
        session: { ...session, view, playback, selection: NOTHING_SELECTED, alsoSelected: [], hidden: NOTHING_HIDDEN },
        transient: { preview: { pose, cause: 'clip' }, feedback: null },
      },
      lensOfView(seen, width, height),
      NO_ATTENTION,
      figure.meshes().length > 0,
    );
    if (!model) throw new Error('There is nothing to draw: open a character first.');
    return model;
  };
}

function fleshOf(figure: Figure, { rig, world }: ViewModel): Flesh {
  const [bones, whole = bones] = figure.boxes(rig, world);
  return bones && whole ? fleshAround(bones, whole) : { aside: 0, above: 0, below: 0 };
}

function backgroundOf(background: string): Colour | null {
  if (background === 'studio') return null;
  return background === 'transparent' ? CLEAR : colour(background);
}
