import { expect, test, vi } from 'vitest';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { fromRotationVector } from '../../../core/math/quat.ts';
import { vec3At } from '../../../core/math/vec3.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { drawFigure, figureOrbit, HEIGHT, planFigure, WIDTH } from '../../../renderer/panels/motion/draw-figure.ts';
import { project } from '../../../renderer/tools/geometry/lens.ts';
import { lensOf } from '../../../renderer/tools/geometry/orbit.ts';
import { readGlbScene } from '../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';

test('the camera of a figure’s mesh sees every joint where its lines are drawn, wherever the body is', () => {
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '' }));
  const rig = buildRig(readGlbScene(MANNEQUIN));
  const pose = restPose(rig.skeleton);
  pose.set([2, 0.1, -3]);
  setRotation(pose, rig.humanoid.leftUpperArm!, fromRotationVector([0.4, 0.2, -1]));
  const world = forwardKinematics(rig.skeleton, pose);
  const drawn: [number, number][] = [];
  const nothing = () => undefined;
  const context = {
    lineTo: (x: number, y: number) => void drawn.push([x, y]),
    setTransform: nothing,
    clearRect: nothing,
    beginPath: nothing,
    stroke: nothing,
    drawImage: nothing,
  } as unknown as CanvasRenderingContext2D;
  const plan = planFigure(rig);
  drawFigure(context, plan, world, {} as CanvasImageSource);
  const lens = lensOf(figureOrbit(rig, world), WIDTH, HEIGHT);
  const seen = plan.lines.flatMap(({ parent, joint }) =>
    [parent, joint].map((each) => project(lens, vec3At(world.positions, each))!),
  );
  expect(seen.length).toBeGreaterThan(40);
  // Floor and arrow come before the lines of the body.
  drawn.slice(-seen.length).forEach(([x, y], i) => expect(Math.hypot(x - seen[i]!.x, y - seen[i]!.y)).toBeLessThan(0.5));
});
