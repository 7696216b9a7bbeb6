import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';
import { expect, test } from 'vitest';
import { createDrawLoop } from '../../../renderer/viewport/stage/draw-loop.ts';

test('what is drawn comes to rest once after the last of several pictures', () => {
  let frame = (): void => undefined;
  const engine = { getDeltaTime: () => 16, runRenderLoop: (each: () => void) => (frame = each) } as unknown as AbstractEngine;
  const events: string[] = [];
  const draw = () => events.push('picture') > 0;
  const loop = createDrawLoop(engine, draw, () => events.push('rest'));
  const frames = (count: number): string => {
    events.length = 0;
    for (let i = 0; i < count; i++) frame();
    return events.join(' ');
  };
  expect(frames(4)).toBe('picture rest');
  expect(frames(4)).toBe('');
  let steps = 3;
  loop.animate(() => --steps > 0);
  expect(frames(6)).toBe('picture picture picture rest');
  loop.invalidate();
  expect(frames(6)).toBe('picture rest');
});
