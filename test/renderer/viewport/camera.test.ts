import { TargetCamera } from '@babylonjs/core/Cameras/targetCamera.js';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Viewport } from '@babylonjs/core/Maths/math.viewport.js';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../core/math/random.ts';
import { project } from '../../../renderer/tools/geometry/lens.ts';
import { lensOf, type Orbit } from '../../../renderer/tools/geometry/orbit.ts';
import { placeCamera } from '../../../renderer/viewport/stage/camera.ts';
import { createScene } from '../../../renderer/viewport/stage/engine.ts';

const WIDTH = 1280;
const HEIGHT = 800;
const ORBIT: Orbit = { target: [0.2, 0.9, -0.1], yaw: 0.7, pitch: 0.3, distance: 4 };

describe('the camera', () => {
  test('draws points where the lens of the same orbit says (seed 3)', () => {
    const engine = new NullEngine();
    const camera = new TargetCamera('test', new Vector3(), createScene(engine));
    engine.getAspectRatio = () => WIDTH / HEIGHT;
    const random = seededRandom(3);
    for (const orbit of [ORBIT, { ...ORBIT, yaw: -2.5, pitch: -0.4 }, { ...ORBIT, pitch: 1.56, distance: 9 }]) {
      placeCamera(camera, orbit);
      const matrix = camera.getViewMatrix(true).multiply(camera.getProjectionMatrix(true));
      const picture = new Viewport(0, 0, WIDTH, HEIGHT);
      for (let i = 0; i < 20; i++) {
        const point = [random() * 2 - 1, random() * 2, random() * 2 - 1] as const;
        const drawn = Vector3.Project(new Vector3(...point), Matrix.Identity(), matrix, picture);
        const seen = project(lensOf(orbit, WIDTH, HEIGHT), point)!;
        expect(Math.hypot(seen.x - drawn.x, seen.y - drawn.y)).toBeLessThan(0.05);
      }
    }
    engine.dispose();
  });
});
