import type { Vec3 } from '../math/vec3.ts';
import { addFace, type MeshBuilder } from './mesh-builder.ts';

/**
 * Adds solid steps that rise towards +Z. Each step is a column from the ground to its top, so that all edges meet: its sides have a corner where the step
 * below ends.
 */
export function addStairs(mesh: MeshBuilder, steps: number, rise: number, tread: number, width: number): void {
  const x = width / 2;
  const z = (step: number): number => (step - steps / 2) * tread;
  for (let step = 0; step < steps; step++) {
    const [low, high, front, rear] = [step * rise, (step + 1) * rise, z(step), z(step + 1)];
    addFace(mesh, [
      [-x, high, front],
      [-x, high, rear],
      [x, high, rear],
      [x, high, front],
    ]);
    addFace(mesh, [
      [-x, low, front],
      [-x, high, front],
      [x, high, front],
      [x, low, front],
    ]);
    addFace(mesh, [
      [-x, 0, front],
      [x, 0, front],
      [x, 0, rear],
      [-x, 0, rear],
    ]);
    // A fan from the corner at the rear of the ground: no triangle of it is without an area.
    const side = (across: number): readonly Vec3[] => [
      [across, high, rear],
      [across, high, front],
      ...(step > 0 ? ([[across, low, front]] as const) : []),
      [across, 0, front],
    ];
    addFace(mesh, [[-x, 0, rear], ...side(-x)]);
    addFace(mesh, [[x, 0, rear], ...side(x).toReversed()]);
  }
  const [top, end] = [steps * rise, z(steps)];
  addFace(mesh, [
    [-x, 0, end],
    [x, 0, end],
    [x, top, end],
    [-x, top, end],
  ]);
}

/** Adds a solid wedge that rises towards +Z. */
export function addRamp(mesh: MeshBuilder, length: number, height: number, width: number): void {
  const [x, z] = [width / 2, length / 2];
  addFace(mesh, [
    [-x, 0, -z],
    [-x, height, z],
    [x, height, z],
    [x, 0, -z],
  ]);
  addFace(mesh, [
    [-x, 0, -z],
    [x, 0, -z],
    [x, 0, z],
    [-x, 0, z],
  ]);
  addFace(mesh, [
    [-x, 0, z],
    [x, 0, z],
    [x, height, z],
    [-x, height, z],
  ]);
  addFace(mesh, [
    [-x, 0, -z],
    [-x, 0, z],
    [-x, height, z],
  ]);
  addFace(mesh, [
    [x, 0, -z],
    [x, height, z],
    [x, 0, z],
  ]);
}
