import { readFileSync } from 'node:fs';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { expect, test, vi } from 'vitest';
import { loadCharacter } from '../../../renderer/viewport/character/character-view.ts';
import { createStage } from '../../../renderer/viewport/stage/stage.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { sharedData } from '../../helpers/shared-data.ts';

test('shaders of a character are made a mesh in a turn where each takes long, and are those that it is drawn with', async () => {
  const path = sharedData('rigs/robot-expressive.glb') ?? MANNEQUIN;
  const engine = new NullEngine();
  const { scene, shaders, lights } = createStage(engine, false);
  while (!shaders.prepare());
  const view = await loadCharacter(scene, new Uint8Array(readFileSync(path)));
  lights.setShadowCasters(view.meshes);
  const made = vi.spyOn(engine, 'createEffect');
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 100));
  const perTurn: number[] = [];
  for (let isDone = false; !isDone;) {
    made.mockClear();
    isDone = shaders.prepare();
    perTurn.push(made.mock.calls.length);
  }
  clock.mockRestore();
  expect(perTurn.length).toBeGreaterThan(view.meshes.length);
  // What it is drawn with, and what its shadow is.
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(2);
  made.mockClear();
  for (const mesh of view.meshes) mesh.isReady(true);
  expect(made).not.toHaveBeenCalled();
  engine.dispose();
});
