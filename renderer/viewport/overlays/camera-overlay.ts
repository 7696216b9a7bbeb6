import type { Scene } from '@babylonjs/core/scene.js';
import { aimOf } from '../../../core/animation/camera-motion.ts';
import { rotate } from '../../../core/math/quat.ts';
import { add, lerp, type Vec3 } from '../../../core/math/vec3.ts';
import { cornersOf } from '../../tools/geometry/shot-view.ts';
import { createLines, polyline, type Line } from '../drawing/lines.ts';
import { createMarks, type Mark } from '../drawing/marks.ts';
import { LAYERS } from '../drawing/overlay-mesh.ts';
import { withAlpha, type Colour } from '../palette.ts';
import type { DrawnCamera, ViewModel } from './view-model.ts';

/** Metres before a camera at which the frame of what it sees is drawn, at the most. */
const DEPTH = 0.5;
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

function colourOf({ palette, attention }: ViewModel, { camera, isSelected }: DrawnCamera, part: 'place' | 'aim'): Colour {
  const target = attention.grabbed ?? attention.hovered;
  if (target?.kind === 'camera' && target.camera === camera.id && target.part === part) return palette.hover;
  return isSelected ? palette.selected : palette.grid;
}

function pyramid(view: ViewModel, drawn: DrawnCamera): Line[] {
  const { camera, shot, isSelected } = drawn;
  const colour = colourOf(view, drawn, 'place');
  const style = { colour, width: isSelected ? 2 : 1.5 };
  const corners = cornersOf(shot, camera.aspect, Math.min(DEPTH, shot.distance));
  const [, , right, left] = corners as [Vec3, Vec3, Vec3, Vec3];
  const height = Math.hypot(...corners[2]!.map((value, i) => value - corners[1]![i]!));
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
  const { shot, isSelected } = drawn;
  const [place, aim] = [colourOf(view, drawn, 'place'), colourOf(view, drawn, 'aim')];
  const edge = { edgeWidth: 1.5 };
  return [
    { at: shot.position, shape: 'square', radius: 7, fill: withAlpha(place, 0.5), edge: place, ...edge },
    ...(isSelected
      ? [{ at: aimOf(shot), shape: 'diamond' as const, radius: 7, fill: withAlpha(aim, 0.5), edge: aim, ...edge }]
      : []),
  ];
}
