import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';
import type { Rig } from '../../core/humanoid/rig.ts';
import { forwardKinematics, type WorldTransforms } from '../../core/skeleton/forward-kinematics.ts';
import { messageOf, notify } from '../state/editing.ts';
import type { Studio, StudioState } from '../state/studio.ts';
import { boneShapes } from '../tools/geometry/bone-shapes.ts';
import { presetOrbit } from '../tools/geometry/camera-presets.ts';
import { figureBounds, selectionBounds } from '../tools/geometry/figure-bounds.ts';
import { project } from '../tools/geometry/lens.ts';
import { frameSphere, type Orbit } from '../tools/geometry/orbit.ts';
import { createCharacterSlot } from './character/character-slot.ts';
import { createPosedCharacter } from './character/posed-character.ts';
import type { Viewport } from './contract.ts';
import { createViewModelBuilder } from './overlays/build-view-model.ts';
import { createOverlays } from './overlays/overlays.ts';
import { NO_ATTENTION, type ViewModel } from './overlays/view-model.ts';
import { createPointer, type Pointer } from './pointer.ts';
import { createBackdrop } from './stage/backdrop.ts';
import { createCamera, type Camera } from './stage/camera.ts';
import { createDrawLoop, type DrawLoop } from './stage/draw-loop.ts';
import { createScene } from './stage/engine.ts';
import { createFloor } from './stage/floor.ts';
import { createLights } from './stage/lights.ts';
import { renderPicture, toPng } from './thumbnail.ts';

/** Thumbnails are drawn this many times larger and then smoothed. */
const OVERSAMPLING = 2;

/** Builds the viewport on an engine; `canvas` is null where there is none (checks without a browser). */
export function assembleViewport(engine: AbstractEngine, canvas: HTMLCanvasElement | null, studio: Studio): Viewport {
  const scene = createScene(engine);
  createBackdrop(scene);
  const lights = createLights(scene);
  const floor = createFloor(scene, lights.key);
  const overlays = createOverlays(scene);
  const posed = createPosedCharacter(lights, floor);
  const buildModel = createViewModelBuilder();
  let pointer: Pointer | null = null;
  let wasComplete = false;

  const slot = createCharacterSlot(scene, () => {
    posed.clear();
    loop.invalidate();
  });
  const model = (): ViewModel | null =>
    buildModel(studio.getState(), camera.lens(), pointer?.attention() ?? NO_ATTENTION);
  const synchronize = (): ViewModel | null => {
    const view = model();
    const character = slot.present();
    if (view && character) posed.apply(character, view.rig, view.world);
    character?.setVisible(studio.getState().session.view.mesh);
    return view;
  };
  const loop: DrawLoop = createDrawLoop(engine, () => {
    overlays.update(synchronize());
    floor.setGrid(studio.getState().session.view.grid);
    const complete = scene.isReady();
    // A shadow drawn before all shaders were there lacks what they draw.
    if (!wasComplete) lights.refreshShadow();
    wasComplete = complete;
    scene.render();
    return complete;
  });
  const camera: Camera = createCamera(scene, loop, () => pictureSize(engine));

  if (canvas) pointer = createPointer({ canvas, studio, camera, view: model, invalidate: loop.invalidate });
  const stopFollowing = followStudio(studio, loop, (state) => {
    slot.show(state.document?.character ?? null);
    slot.settled().catch((error: unknown) => notify(studio, 'error', messageOf(error)));
    const view = model();
    if (view) camera.set(presetOrbit(framed(view, camera.orbit()), 'threeQuarter', view.rig.report.facing));
  });

  return {
    frameSelection: () => {
      const view = model();
      if (view) camera.flyTo(framed(view, camera.orbit()));
    },
    setCamera: (preset) => {
      const facing = studio.getState().document?.rig.report.facing ?? [0, 0, 1];
      camera.flyTo(presetOrbit(camera.orbit(), preset, facing));
    },
    thumbnail: async (pose, pixels) => {
      await slot.settled();
      const { document } = studio.getState();
      const character = slot.present();
      if (!document || !character) throw new Error('There is no character to take a picture of.');
      const world = forwardKinematics(document.rig.skeleton, pose);
      posed.apply(character, document.rig, world);
      character.setVisible(true);
      lights.renderShadow();
      const picture = renderPicture(scene, character.meshes, thumbnailView(document.rig, world), OVERSAMPLING * pixels);
      // The pixels arrive later; the scene goes back to the shown pose before anything else is drawn.
      posed.forget();
      loop.invalidate();
      return toPng(await picture, OVERSAMPLING * pixels, pixels);
    },
    handleOnScreen: (name) => {
      const lens = camera.lens();
      const place = model()?.handles.find(({ handle }) => handle.name === name);
      const seen = place && project(lens, place.at);
      if (!seen || seen.x < 0 || seen.y < 0 || seen.x > lens.width || seen.y > lens.height) return null;
      return { x: seen.x, y: seen.y };
    },
    nodePosition: (node) => {
      synchronize();
      return slot.present()?.nodePosition(node) ?? null;
    },
    settled: () => slot.settled(),
    render: loop.render,
    dispose: () => {
      stopFollowing();
      loop.stop();
      pointer?.dispose();
      slot.dispose();
      scene.dispose();
    },
  };
}

/** Draws again after every change of the state, and calls `opened` when the document's character is another one. */
function followStudio(studio: Studio, loop: DrawLoop, opened: (state: StudioState) => void): () => void {
  let shown = studio.getState().document?.character ?? null;
  if (shown) opened(studio.getState());
  return studio.subscribe((state) => {
    const character = state.document?.character ?? null;
    if (character !== shown) {
      shown = character;
      opened(state);
    }
    loop.invalidate();
  });
}

/** The present view moved so that the selection, or the whole figure, fills the picture. */
function framed({ rig, bones, world, state, handles, lens }: ViewModel, orbit: Orbit): Orbit {
  const bounds = selectionBounds(rig, world, state.session.selection, handles) ?? figureBounds(rig, bones, world);
  return frameSphere(orbit, bounds.centre, bounds.radius, lens.width / lens.height);
}

function thumbnailView(rig: Rig, world: WorldTransforms): Orbit {
  const { centre, radius } = figureBounds(rig, boneShapes(rig), world);
  const start: Orbit = { target: centre, yaw: 0, pitch: 0, distance: 1 };
  return frameSphere(presetOrbit(start, 'threeQuarter', rig.report.facing), centre, radius, 1, 0.12);
}

function pictureSize(engine: AbstractEngine): { width: number; height: number } {
  const scale = engine.getHardwareScalingLevel();
  return { width: engine.getRenderWidth() * scale, height: engine.getRenderHeight() * scale };
}
