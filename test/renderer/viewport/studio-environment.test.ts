import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { InternalTexture, InternalTextureSource } from '@babylonjs/core/Materials/Textures/internalTexture.js';
import { expect, test } from 'vitest';
import { createScene } from '../../../renderer/viewport/stage/engine.ts';
import { createStudioEnvironment } from '../../../renderer/viewport/stage/studio-environment.ts';

test('what is reflected is among the textures that another graphics process gets', () => {
  const engine = new NullEngine();
  // An engine without a graphics card makes no cube.
  engine.createRawCubeTexture = () => new InternalTexture(engine, InternalTextureSource.CubeRaw);
  const environment = createStudioEnvironment(createScene(engine));
  expect(engine.getLoadedTexturesCache()).toContain(environment.getInternalTexture());
  engine.dispose();
});
