import type { Scene } from '@babylonjs/core/scene.js';
import { aimOf } from '../../../core/animation/camera-motion.ts';
import { rotate } from '../../../core/math/quat.ts';
import { add, distance, lerp } from '../../../core/math/vec3.ts';
import { frameCorners } from '../../tools/geometry/shot-view.ts';
import type { CameraPart } from '../../tools/geometry/pick.ts';
import { createLines, polyline, type Line } from '../drawing/lines.ts';
import { createMarks, type Mark } from '../drawing/marks.ts';
import { LAYERS } from '../drawing/overlay-mesh.ts';
import { withAlpha, type Colour } from '../palette.ts';
import type { DrawnCamera, ViewModel } from './view-model.ts';

/** Share of the frame's height by which the sign stands above it that says where up is. */
const UP = 0.25;

/** The cameras of the scene: what each sees as a pyramid, and of the selected one what it aims at. */
export function createCameraOverlay(scene: Scene): { update(view: ViewModel | null): void } {
  const lines = createLines(scene, 'cameras', LAYERS.marks);
  const marks = createMarks(scene, 'camera marks');
  return {
    update: (view) => {
      lines.set(view ? view.cameras.flatMap((camera) => pyramid(view, camera)) : []);
      marks.set(view ? view.cameras.flatMap((camera) => marksOf(view, camera)) : []);
    },
  };
}

function colourOf({ palette, attention }: ViewModel, { camera, isSelected }: DrawnCamera, part: CameraPart): Colour {
  const target = attention.grabbed ?? attention.hovered;
  if (target?.kind === 'camera' && target.camera === camera.id && target.part === part) return palette.hover;
  return isSelected ? palette.selected : palette.grid;
}

function pyramid(view: ViewModel, drawn: DrawnCamera): Line[] {
  const { camera, shot, isSelected } = drawn;
  const colour = colourOf(view, drawn, 'place');
  const style = { colour, width: isSelected ? 2 : 1.5 };
  const corners = frameCorners(shot, camera.aspect);
  const [, low, right, left] = corners;
  const height = distance(right, low);
  const tip = add(lerp(left, right, 0.5), rotate(shot.rotation, [0, UP * height, 0]));
  const sight = { from: shot.position, to: aimOf(shot), colour: withAlpha(colour, 0.6), width: 1.2, dash: 5 };
  return [
    ...polyline(corners, style, true),
    ...corners.map((to) => ({ ...style, from: shot.position, to })),
    ...polyline([lerp(left, right, 0.35), tip, lerp(left, right, 0.65)], style),
    ...(isSelected ? [sight] : []),
  ];
}

function marksOf(view: ViewModel, drawn: DrawnCamera): Mark[] {
  const { camera, shot, isSelected } = drawn;
  const colourAt = (part: CameraPart) => colourOf(view, drawn, part);
  const [place, aim, lens] = [colourAt('place'), colourAt('aim'), colourAt('lens')];
  const edge = { edgeWidth: 1.5 };
  return [
    { at: shot.position, shape: 'square', radius: 7, fill: withAlpha(place, 0.5), edge: place, ...edge },
    ...(isSelected
      ? [
          { at: aimOf(shot), shape: 'diamond' as const, radius: 7, fill: withAlpha(aim, 0.5), edge: aim, ...edge },
          {
            at: frameCorners(shot, camera.aspect)[2],
            shape: 'disc' as const,
            radius: 5,
            fill: withAlpha(lens, 0.5),
            edge: lens,
            ...edge,
          },
        ]
      : []),
  ];
}
