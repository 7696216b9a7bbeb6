import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';
import type { Pose } from '../../core/skeleton/pose.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { forwardKinematics, type WorldTransforms } from '../../core/skeleton/forward-kinematics.ts';
import { FIRST_ACTOR } from '../../core/document/project.ts';
import { isSamePlace } from '../../core/math/place.ts';
import { shownProps } from '../state/props/shown-props.ts';
import { actorsBeside, type ActorBeside } from '../state/scene/beside.ts';
import { shownPlace } from '../state/scene/shown-place.ts';
import { isStill } from '../state/window/look.ts';
import { nextTurn } from '../next-turn.ts';
import { attempting, notify } from '../state/window/notify.ts';
import type { Studio, StudioState } from '../state/studio.ts';
import { presetOrbit } from '../tools/geometry/camera-presets.ts';
import { graspPoints } from '../tools/geometry/grasp-points.ts';
import { jointBounds, sphereAround, type Sphere } from '../tools/geometry/figure-bounds.ts';
import { project } from '../tools/geometry/lens.ts';
import { orbitSeenFrom, withinReach } from '../tools/geometry/orbit.ts';
import { createFigure } from './character/figure.ts';
import { framed, openingView, propShownWhole, sceneShownWhole, shownWhole } from './framing.ts';
import { createGhosts } from './character/ghosts.ts';
import { isBendHandle, selectedHandle, selectedJoint } from '../state/selection.ts';
import type { Viewport } from '../state/window/viewport.ts';
import { beginPull } from '../tools/pull-handle.ts';
import { beginSpread } from '../tools/spread-handles.ts';
import { beginTurn } from '../tools/turn-handle.ts';
import { createViewModelBuilder, shownPalette } from './overlays/build-view-model.ts';
import { createOverlays } from './overlays/overlays.ts';
import { pickableIn } from './overlays/pickable.ts';
import { NO_ATTENTION, type ViewModel } from './overlays/view-model.ts';
import { createPointer, type Pointer } from './pointer.ts';
import { throughCamera } from './stage/through-camera.ts';
import { createCamera, type Camera } from './stage/camera.ts';
import { createDrawLoop, type DrawLoop } from './stage/draw-loop.ts';
import { hasGraphicsCard } from './stage/engine.ts';
import { watchRestoring } from './stage/restoring.ts';
import { createStage } from './stage/stage.ts';
import { createReferenceLayer } from './stage/reference-layer.ts';
import { joinPictures } from './pictures/join-pictures.ts';
import { takePicture } from './thumbnail.ts';

/**
 * How many ghosts a picture draws. One takes no longer than the figure, which has as many vertices and costlier pixels. So a picture with two of them, and
 * their layer over it, takes less than five times as long as one without.
 */
const WITHOUT_CARD = 2;
const ALL = Number.POSITIVE_INFINITY;

/** Builds the viewport on an engine; `canvas` is null where there is none (checks without a browser). `rested` is called when a picture was the last for now. */
export function assembleViewport(
  engine: AbstractEngine,
  canvas: HTMLCanvasElement | null,
  studio: Studio,
  rested: () => void = () => undefined,
): Viewport {
  const stage = createStage(engine, canvas !== null);
  const overlays = createOverlays(stage.scene);
  const buildModel = createViewModelBuilder();
  let pointer: Pointer | null = null;
  const model = (): ViewModel | null =>
    buildModel(studio.getState(), camera.lens(), pointer?.attention() ?? NO_ATTENTION, figure.meshes().length > 0);
  /** The document whose character was looked at as a whole when it arrived. */
  let lookedAt: object | null = null;
  const figure = createFigure(stage, () => {
    loop.invalidate();
    const { document, session } = studio.getState();
    // Nothing is worked out of a character that is only on its way: the panels show it in this same task.
    const view = document && figure.meshes().length > 0 ? model() : null;
    if (!document || !view) return;
    const isOpened = lookedAt !== document.identity;
    lookedAt = document.identity;
    const wanted = session.openingCamera;
    if (!isOpened) camera.flyTo(sceneShownWhole(figure, view, camera.destination()));
    else if (wanted) camera.set(withinReach(wanted));
    else camera.set(openingView(figure, view, camera.orbit()));
  });
  const synchronize = (): ViewModel | null => {
    camera.look();
    const view = model();
    stage.seeFrom(shownPlace(studio.getState()));
    if (view) figure.pose(view.rig, view.world);
    if (view) figure.express(view.rig, view.pose);
    figure.showBeside(...besideOf(studio.getState()));
    figure.showProps(shownProps(studio.getState()));
    const { view: shown, hidden } = studio.getState().session;
    figure.setVisible(shown.mesh);
    figure.hideMeshes(hidden.meshes);
    return view;
  };
  const restoring = watchRestoring(stage.scene, () => loop.invalidate());
  const loop = createDrawLoop(
    engine,
    () => {
      if (!restoring.mayDraw()) return false;
      const haveGhosts = ghosts.draw(model());
      const view = synchronize();
      overlays.update(figure.isArriving() ? null : view);
      stage.floor.setGrid(studio.getState().session.view.grid);
      stage.setColours(shownPalette(studio.getState()));
      reference.show();
      const isComplete = stage.shaders.prepare() && stage.draw() && haveGhosts;
      return restoring.isWhole() && isComplete;
    },
    rested,
  );
  const ghosts = createGhosts(stage.scene, figure, hasGraphicsCard(engine) ? ALL : WITHOUT_CARD);
  const reference = createReferenceLayer(stage.scene, studio, loop.invalidate);
  const camera = createCamera(
    stage.scene,
    loop,
    () => pictureSize(engine),
    () => isStill(studio.getState()),
    () => pointer?.forgetHover(),
    throughCamera(studio),
  );
  /** The rig of the character, whose shaders and textures have arrived: before, it would be missing from a picture. */
  const readyRig = async (): Promise<Rig> => {
    await figure.settled();
    synchronize();
    while (!stage.shaders.prepare()) await nextTurn();
    await stage.scene.whenReadyAsync();
    const { document } = studio.getState();
    if (!document || figure.meshes().length === 0) throw new Error('There is no character to take a picture of.');
    return document.rig;
  };
  const pictureAt = (rig: Rig, pose: Pose, world: WorldTransforms, pixels: number, sphere?: Sphere): Promise<string> => {
    figure.express(rig, pose);
    const picture = takePicture(stage, figure, rig, world, pixels, sphere);
    // The pixels arrive later; the scene goes back to the shown pose before anything else is drawn.
    figure.forgetPose();
    loop.invalidate();
    return picture;
  };
  if (canvas) pointer = createPointer({ canvas, studio, camera, view: model, invalidate: loop.invalidate });
  const stopFollowing = followStudio(studio, loop, camera, ({ document }) => {
    figure.show(document?.history.present.workedOn ?? FIRST_ACTOR, document?.character ?? null);
    const about = document && { file: document.character.fileName, failed: 'is not shown as it is' };
    void attempting(studio, 'picture', about, async () => {
      await figure.settled();
      const count = figure.leftOut();
      if (count > 0 && about)
        notify(
          studio,
          'warning',
          `“${about.file}” is shown without ${count === 1 ? 'a KTX2 picture' : `${count} KTX2 pictures`} that cannot be decoded.`,
        );
    });
  });
  const stopWaiting = followNewProps(studio, () => {
    const view = model();
    if (view && view.state.session.through === null) camera.flyTo(propShownWhole(figure, view, camera.destination()));
  });
  return {
    camera: camera.orbit,
    frameSelection: () => {
      const view = model();
      if (view) camera.flyTo(framed(figure, view, camera.destination()));
    },
    setCamera: (preset, isOrthographic) => {
      const view = model();
      if (!view) return;
      const orbit = presetOrbit(camera.destination(), preset, view.rig.report.facing, isOrthographic);
      camera.flyTo(isOrthographic ? orbit : shownWhole(figure, view, orbit));
    },
    steer: (change) => {
      camera.set(withinReach(change(camera.grasp())));
      camera.keep();
    },
    awaitBox: () => pointer?.awaitBox(),
    begin: (action) => {
      const state = studio.getState();
      const handle = selectedHandle(state);
      const joint = selectedJoint(state);
      if (handle !== null && action === 'move')
        pointer?.begin({ kind: 'handle', handle }, (at, lens) => beginPull(studio, handle, at, lens));
      else if (handle !== null && action === 'spread')
        pointer?.begin({ kind: 'handle', handle }, (at, lens) => beginSpread(studio, handle, at, lens));
      else if (handle !== null && !isBendHandle(handle))
        pointer?.begin({ kind: 'handle', handle }, (at, lens) => beginTurn(studio, { handle }, at, lens));
      else if (joint !== null && action === 'turn')
        pointer?.begin({ kind: 'joint', joint }, (at, lens) => beginTurn(studio, { joint }, at, lens));
    },
    thumbnail: async (pose, pixels, joints) => {
      const rig = await readyRig();
      const world = forwardKinematics(rig.skeleton, pose);
      return pictureAt(rig, pose, world, pixels, joints && jointBounds(rig, world, joints));
    },
    movingThumbnail: async (poses, pixels, seconds) => {
      const rig = await readyRig();
      const worlds = poses.map((pose) => forwardKinematics(rig.skeleton, pose));
      const bounds = worlds.map((world) => figure.bounds(rig, world));
      const sphere = sphereAround(bounds, rig.report.height);
      const pictures: string[] = [];
      for (const [i, world] of worlds.entries()) pictures.push(await pictureAt(rig, poses[i]!, world, pixels, sphere));
      return joinPictures(pictures, pixels, seconds);
    },
    handleOnScreen: (name) => {
      const lens = camera.lens();
      const place = model()?.handles.find(({ handle }) => handle.name === name);
      const seen = place && project(lens, place.at);
      if (!seen || seen.x < 0 || seen.y < 0 || seen.x > lens.width || seen.y > lens.height) return null;
      return { x: seen.x, y: seen.y };
    },
    graspPoints: () => {
      const view = model();
      return view && !figure.isArriving() ? graspPoints(view.lens, pickableIn(view)) : [];
    },
    nodePosition: (node) => {
      synchronize();
      return figure.nodePosition(node);
    },
    settled: figure.settled,
    render: loop.render,
    dispose: () => {
      stopFollowing();
      stopWaiting();
      loop.stop();
      pointer?.dispose();
      ghosts.dispose();
      figure.dispose();
      stage.scene.dispose();
    },
  };
}

/**
 * Draws again after every change of the state, and calls `opened` when the document's character, or the actor that has it, is another one. Everything is drawn as
 * seen from that actor: where it comes to stand elsewhere the camera goes along, so that the rest of the picture stays.
 */
function followStudio(studio: Studio, loop: DrawLoop, camera: Camera, opened: (state: StudioState) => void): () => void {
  let shown = shownActor(studio.getState());
  if (shown) opened(studio.getState());
  return studio.subscribe((state) => {
    const now = shownActor(state);
    if (now?.character !== shown?.character || now?.id !== shown?.id) opened(state);
    if (now && shown && now.identity === shown.identity && !isSamePlace(now.place, shown.place))
      camera.carry((orbit) => orbitSeenFrom(orbit, shown!.place, now.place));
    shown = now;
    loop.invalidate();
  });
}

/** Calls `added` when a prop is selected that was not in the scene of the document when the last one was. Returns how to stop. */
function followNewProps(studio: Studio, added: () => void): () => void {
  const idsOf = ({ document }: StudioState): readonly string[] => document?.history.present.props.map(({ id }) => id) ?? [];
  let last = studio.getState();
  let known: ReadonlySet<string> = new Set(idsOf(last));
  return studio.subscribe((state) => {
    const before = last;
    last = state;
    const { document, session } = state;
    if (document === before.document && session.selection === before.session.selection) return;
    const ids = idsOf(state);
    if (document?.identity !== before.document?.identity) known = new Set(ids);
    const { prop } = session.selection;
    const isNew = prop !== undefined && ids.includes(prop) && !known.has(prop);
    // What is gone may come again under its id.
    known = new Set(isNew ? ids : ids.filter((id) => known.has(id)));
    if (isNew) added();
  });
}

function shownActor(state: StudioState) {
  const { document } = state;
  if (!document) return null;
  const { identity, character, history } = document;
  return { identity, character, id: history.present.workedOn, place: shownPlace(state) };
}

/** Who stands beside the character, and all that may. */
function besideOf(state: StudioState): [readonly ActorBeside[], ReadonlySet<string>] {
  const actors = state.document?.history.present.actors ?? [];
  return [actorsBeside(state), new Set(actors.map(({ id }) => id))];
}

function pictureSize(engine: AbstractEngine): { width: number; height: number } {
  const scale = engine.getHardwareScalingLevel();
  return { width: engine.getRenderWidth() * scale, height: engine.getRenderHeight() * scale };
}
