import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { Colour, Palette } from '../palette.ts';
import { isSamePlace, ORIGIN, type Place } from '../../../core/math/place.ts';
import { createBackdrop } from './backdrop.ts';
import { readVector } from '../babylon-space.ts';
import { createScene } from './engine.ts';
import { createFloor, type Floor } from './floor.ts';
import { createLights, type Lights } from './lights.ts';
import { createShaders, type Shaders } from './shaders.ts';

/** The studio that a figure stands in. */
export interface Stage {
  readonly scene: Scene;
  readonly lights: Lights;
  readonly floor: Floor;
  readonly shaders: Shaders;
  setColours(palette: Palette): void;
  /** The studio as the actor at this place sees it: its light and its grid stay where they are in the scene. */
  seeFrom(place: Place): void;
  /** One colour behind the figure in place of the studio's; null: the studio's. */
  setBackground(colour: Colour | null): void;
  /** Makes one picture; false while shaders or textures that it needs are still on their way. */
  draw(): boolean;
}

/** `reflections`: light the figure by the studio's environment too; engines without a graphics card cannot. */
export function createStage(engine: AbstractEngine, reflections: boolean): Stage {
  const scene = createScene(engine);
  const backdrop = createBackdrop(scene);
  let colours: Palette | null = null;
  let seen = ORIGIN;
  const lights = createLights(scene, reflections);
  const floor = createFloor(scene, readVector(lights.key.direction));
  let wasComplete = false;
  // The maps of the shadows come back empty.
  engine.onContextRestoredObservable.add(() => {
    wasComplete = false;
  });
  return {
    scene,
    lights,
    floor,
    shaders: createShaders(scene),
    setColours: (palette) => {
      if (palette === colours) return;
      colours = palette;
      backdrop.setColours(palette);
      floor.setColours(palette);
    },
    seeFrom: (place) => {
      if (isSamePlace(place, seen)) return;
      if (place.turn !== seen.turn) {
        lights.turn(-place.turn);
        floor.setLight(readVector(lights.key.direction));
      }
      floor.seeFrom(place);
      seen = place;
    },
    setBackground: (colour) => {
      backdrop.setVisible(colour === null);
      floor.setPool(colour === null);
      if (colour) scene.clearColor.set(...colour);
    },
    draw: () => {
      const complete = scene.isReady();
      // A shadow drawn before all shaders were there lacks what they draw.
      if (!wasComplete) {
        lights.refreshShadow();
        floor.refreshShadow();
      }
      wasComplete = complete && floor.draw();
      scene.render();
      return wasComplete;
    },
  };
}
