import { readFileSync } from 'node:fs';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { expect, test, vi } from 'vitest';
import type { OpenedCharacter } from '../../../core/formats/opened-character.ts';
import { createCharacterSlot } from '../../../renderer/viewport/character/character-slot.ts';
import { createScene } from '../../../renderer/viewport/stage/engine.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';

test('a character that leaves is hidden at once and taken away when the next one is drawn, or none', async () => {
  const engine = new NullEngine();
  const scene = createScene(engine);
  const slot = createCharacterSlot(scene, () => {});
  const bytes = new Uint8Array(readFileSync(MANNEQUIN));
  const character = () => ({ bytes }) as OpenedCharacter;
  slot.show(character());
  await slot.settled();
  const first = slot.present()!.meshes;
  expect(first.every(({ isVisible }) => isVisible)).toBe(true);

  slot.show(character());
  expect(slot.present()).toBeNull();
  expect(first.some(({ isVisible }) => isVisible)).toBe(false);
  slot.show(character());
  await slot.settled();
  expect(first.some((mesh) => mesh.isDisposed())).toBe(false);
  const draw = () => scene.onAfterRenderObservable.notifyObservers(scene);
  await vi.waitFor(() => {
    draw();
    expect(first.every((mesh) => mesh.isDisposed())).toBe(true);
  });
  const second = slot.present()!.meshes;
  expect(scene.meshes.filter((mesh) => mesh.getTotalVertices() > 0)).toEqual(second);

  slot.show(null);
  await slot.settled();
  await vi.waitFor(() => {
    draw();
    expect(second.every((mesh) => mesh.isDisposed())).toBe(true);
  });
  slot.show({ bytes: new Uint8Array(8) } as OpenedCharacter);
  await expect(slot.settled()).rejects.toThrow('GLB');
  expect(scene.meshes).toEqual([]);
  slot.dispose();
  engine.dispose();
});
