import { useEffect, useRef } from 'react';
import type { Clip } from '../../../core/animation/clip.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import type { Rig } from '../../../core/humanoid/rig.ts';
import { forwardKinematics, type WorldTransforms } from '../../../core/skeleton/forward-kinematics.ts';

interface StickFigureProps {
  readonly label: string;
  readonly rig: Rig;
  readonly clip: Clip;
  /** Seconds. */
  readonly time: number;
}

const WIDTH = 300;
const HEIGHT = 300;
/** The view: turned about the vertical by this angle from the character's front. */
const TURN = 0.55;
/** Share of the picture's height that the figure fills, and where its floor is. */
const FILL = 0.78;
const FLOOR = 0.9;

/** A skeleton in motion as lines, seen from its front and a little from its side; the view follows its hips along the floor. */
export function StickFigure({ label, rig, clip, time }: StickFigureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context) draw(context, rig, forwardKinematics(rig.skeleton, sampleClip(rig.skeleton, clip, time)));
  }, [rig, clip, time]);
  return (
    <figure className="stick-figure">
      <canvas ref={canvas} width={2 * WIDTH} height={2 * HEIGHT} role="img" aria-label={label} />
      <figcaption>{label}</figcaption>
    </figure>
  );
}

function draw(context: CanvasRenderingContext2D, rig: Rig, world: WorldTransforms): void {
  const { skeleton, report } = rig;
  const { facing } = report;
  const angle = Math.atan2(facing[0], facing[2]) + TURN;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const hips = 3 * skeleton.root;
  const unit = (FILL * HEIGHT) / Math.max(report.height, 1e-6);
  const place = (joint: number): [number, number] => {
    const x = world.positions[3 * joint]! - world.positions[hips]!;
    const z = world.positions[3 * joint + 2]! - world.positions[hips + 2]!;
    return [WIDTH / 2 + unit * (c * x - s * z), FLOOR * HEIGHT - unit * (world.positions[3 * joint + 1]! - report.floor)];
  };
  const colour = getComputedStyle(context.canvas).color;
  context.setTransform(2, 0, 0, 2, 0, 0);
  context.clearRect(0, 0, WIDTH, HEIGHT);
  context.strokeStyle = colour;
  context.globalAlpha = 0.25;
  context.lineWidth = 1;
  line(context, [0.12 * WIDTH, FLOOR * HEIGHT], [0.88 * WIDTH, FLOOR * HEIGHT]);
  context.globalAlpha = 1;
  context.lineWidth = 2.4;
  context.lineCap = 'round';
  const mapped = new Set(Object.values(rig.humanoid));
  for (let joint = 0; joint < skeleton.count; joint++) {
    const parent = skeleton.parents[joint]!;
    if (parent >= 0 && mapped.has(joint) && mapped.has(parent)) line(context, place(parent), place(joint));
  }
}

function line(context: CanvasRenderingContext2D, [ax, ay]: [number, number], [bx, by]: [number, number]): void {
  context.beginPath();
  context.moveTo(ax, ay);
  context.lineTo(bx, by);
  context.stroke();
}
