import type { Scene } from '@babylonjs/core/scene.js';
import type { Vec3 } from '../../../core/math/vec3.ts';
import type { Colour } from '../palette.ts';
import { createOverlayMesh, LAYERS, POSITION } from './overlay-mesh.ts';

/** A fan of flat triangles around `apex`. */
export interface Fan {
  /** World, metres. */
  readonly apex: Vec3;
  readonly rim: readonly Vec3[];
  /** Whether the last point of the rim is joined to the first. */
  readonly closed: boolean;
  readonly apexColour: Colour;
  readonly rimColour: Colour;
}

export interface Surfaces {
  set(fans: readonly Fan[]): void;
}

const VERTEX = `
precision highp float;
attribute vec3 position;
attribute vec4 tint;
uniform mat4 viewProjection;
varying vec4 colour;
void main() {
  colour = tint;
  gl_Position = viewProjection * vec4(position, 1.0);
}`;

const FRAGMENT = `
precision highp float;
varying vec4 colour;
void main() {
  gl_FragColor = colour;
}`;

/** Translucent surfaces, seen from both sides, drawn over the scene in one call. */
export function createSurfaces(scene: Scene, name: string): Surfaces {
  const overlay = createOverlayMesh(scene, {
    name,
    layer: LAYERS.surfaces,
    vertexSource: VERTEX,
    fragmentSource: FRAGMENT,
    attributes: { [POSITION]: 3, tint: 4 },
  });
  overlay.mesh.alphaIndex = 5;
  return {
    set: (fans) => {
      const vertices: number[] = [];
      const indices: number[] = [];
      for (const { apex, rim, closed, apexColour, rimColour } of fans) {
        const first = vertices.length / 7;
        vertices.push(...apex, ...apexColour);
        for (const point of rim) vertices.push(...point, ...rimColour);
        const triangles = closed ? rim.length : rim.length - 1;
        for (let i = 0; i < triangles; i++) indices.push(first, first + 1 + i, first + 1 + ((i + 1) % rim.length));
      }
      overlay.set(vertices, indices);
    },
  };
}
