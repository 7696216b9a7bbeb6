import { HUMANOID_BONES } from '../../../core/humanoid/body/bones.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { conjugate, multiply, quatAt, rotate, type Quat } from '../../../core/math/quat.ts';
import { add, scale, UNIT_Y, vec3At, type Vec3 } from '../../../core/math/vec3.ts';
import { worldAtRest, type WorldTransforms } from '../../../core/skeleton/forward-kinematics.ts';
import { bodyPartOf } from '../../state/rig/body-parts.ts';
import { fieldOfView, FRONT_VIEW, type Orbit } from '../../tools/geometry/orbit.ts';

/** CSS pixels, and canvas pixels for each of them. */
export const WIDTH = 340;
export const HEIGHT = 270;
export const SHARPNESS = 2;

/** The view: turned about the vertical from the character's front, and from above. Radians. */
const TURN = 0.6;
const TILT = 0.22;
/** Shares of the picture's height: the figure, and the floor under its hips from the top. */
const FILL = 0.74;
const FLOOR = 0.88;
/** Shares of the figure's height. */
const FLOOR_RADIUS = 0.55;
const FLOOR_STEP = 0.22;
const HEAD_RADIUS = 0.06;
const ARROW = { from: 0.2, to: 0.4, head: 0.07 } as const;

type Side = 'left' | 'right' | 'middle';

/** What of a rig's figure is the same in every frame. */
export interface FigurePlan {
  readonly rig: Rig;
  /** Lines from a joint to its parent. */
  readonly lines: readonly { readonly joint: number; readonly parent: number; readonly side: Side }[];
  readonly restRotations: WorldTransforms['rotations'];
}

type Project = (point: Vec3) => readonly [x: number, y: number];

/** The figure's lines: every joint of the body, and the joints between them that stand for no bone. */
export function planFigure(rig: Rig): FigurePlan {
  const { skeleton, humanoid } = rig;
  const lines = new Map<number, Side>();
  const top = humanoid.hips ?? skeleton.root;
  for (const bone of HUMANOID_BONES) {
    const part = bodyPartOf(bone);
    const side = part.startsWith('Left') ? 'left' : part.startsWith('Right') ? 'right' : 'middle';
    let joint = humanoid[bone] ?? -1;
    for (; joint >= 0 && joint !== top && !lines.has(joint); joint = skeleton.parents[joint]!) lines.set(joint, side);
  }
  return {
    rig,
    lines: [...lines]
      .map(([joint, side]) => ({ joint, parent: skeleton.parents[joint]!, side }))
      .filter(({ parent }) => parent >= 0),
    restRotations: worldAtRest(skeleton).rotations,
  };
}

/** The camera that sees a figure as {@link drawFigure} draws it: it follows the hips along the floor. */
export function figureOrbit(rig: Rig, world: WorldTransforms): Orbit {
  const yaw = yawOf(rig);
  const metres = HEIGHT / unitOf(rig);
  const up: Vec3 = [-Math.sin(TILT) * Math.sin(yaw), Math.cos(TILT), -Math.sin(TILT) * Math.cos(yaw)];
  return {
    target: add(groundOf(rig, world), scale(up, (FLOOR - 0.5) * metres)),
    yaw,
    pitch: TILT,
    distance: metres / (2 * Math.tan(fieldOfView(FRONT_VIEW) / 2)),
    orthographic: true,
  };
}

/**
 * Draws one frame: a floor that stays where it is in the world, an arrow where the hips face, and the body. `mesh` is a picture of the body with its mesh
 * by the camera of {@link figureOrbit}, which can be seen through beside it: the lines then lie thinner on it.
 */
export function drawFigure(
  context: CanvasRenderingContext2D,
  plan: FigurePlan,
  world: WorldTransforms,
  mesh: CanvasImageSource | null = null,
): void {
  const { rig } = plan;
  const { facing, height } = rig.report;
  const ground = groundOf(rig, world);
  const project = projection(yawOf(rig), ground, unitOf(rig));
  const style = getComputedStyle(context.canvas);
  const colour = (name: string) => style.getPropertyValue(name).trim() || '#888';
  const sides = { left: colour('--left'), right: colour('--right'), middle: colour('--middle') };
  context.setTransform(SHARPNESS, 0, 0, SHARPNESS, 0, 0);
  context.clearRect(0, 0, WIDTH, HEIGHT);
  context.lineCap = 'round';
  context.lineJoin = 'round';

  context.strokeStyle = colour('--line-strong');
  context.lineWidth = 1;
  for (const [from, to] of floorLines(ground, height)) polyline(context, project, [from, to]);

  const towards = rotate(turnOf(plan, world, rig.humanoid.hips ?? rig.skeleton.root), facing);
  context.strokeStyle = colour('--accent');
  context.lineWidth = 2;
  for (const points of arrow(ground, towards, height)) polyline(context, project, points);

  if (mesh) context.drawImage(mesh, 0, 0, WIDTH, HEIGHT);
  context.lineWidth = mesh ? 1.5 : 3;
  for (const { joint, parent, side } of plan.lines) {
    context.strokeStyle = sides[side];
    polyline(context, project, [vec3At(world.positions, parent), vec3At(world.positions, joint)]);
  }
  const { head } = rig.humanoid;
  if (head === undefined || mesh) return;
  context.strokeStyle = sides.middle;
  drawHead(context, project, vec3At(world.positions, head), turnOf(plan, world, head), rig);
}

function yawOf({ report: { facing } }: Rig): number {
  return Math.atan2(facing[0], facing[2]) + TURN;
}

/** CSS pixels for a metre. */
function unitOf({ report: { height } }: Rig): number {
  return (FILL * HEIGHT) / Math.max(height, 1e-6);
}

/** The floor under the hips. */
function groundOf({ humanoid, skeleton, report: { floor } }: Rig, { positions }: WorldTransforms): Vec3 {
  const hips = vec3At(positions, humanoid.hips ?? skeleton.root);
  return [hips[0], floor, hips[2]];
}

function projection(angle: number, ground: Vec3, unit: number): Project {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [up, tilt] = [Math.cos(TILT), Math.sin(TILT)];
  return (point) => {
    const [x, y, z] = [point[0] - ground[0], point[1] - ground[1], point[2] - ground[2]];
    const depth = s * x + c * z;
    return [WIDTH / 2 + unit * (c * x - s * z), FLOOR * HEIGHT - unit * (up * y - tilt * depth)];
  };
}

/** How far a joint is turned from its rest, in the world. */
function turnOf({ restRotations }: FigurePlan, world: WorldTransforms, joint: number): Quat {
  return multiply(quatAt(world.rotations, joint), conjugate(quatAt(restRotations, joint)));
}

/** Lines of a grid that stands still in the world, as far as they are near the hips. */
function floorLines([x, y, z]: Vec3, height: number): [Vec3, Vec3][] {
  const [radius, step] = [FLOOR_RADIUS * height, FLOOR_STEP * height];
  const lines: [Vec3, Vec3][] = [];
  for (const axis of [0, 2] as const) {
    const centre = axis === 0 ? x : z;
    for (let k = Math.ceil((centre - radius) / step); k * step <= centre + radius; k++) {
      const half = Math.sqrt(Math.max(0, radius ** 2 - (k * step - centre) ** 2));
      lines.push(
        axis === 0
          ? [
              [k * step, y, z - half],
              [k * step, y, z + half],
            ]
          : [
              [x - half, y, k * step],
              [x + half, y, k * step],
            ],
      );
    }
  }
  return lines;
}

/** On the floor, from the hips to where they face. */
function arrow(ground: Vec3, towards: Vec3, height: number): Vec3[][] {
  const length = Math.hypot(towards[0], towards[2]);
  if (length < 0.1) return [];
  const along: Vec3 = [towards[0] / length, 0, towards[2] / length];
  const aside: Vec3 = [along[2], 0, -along[0]];
  const at = (ahead: number, beside: number) => add(ground, add(scale(along, ahead * height), scale(aside, beside * height)));
  const back = ARROW.to - ARROW.head;
  return [
    [at(ARROW.from, 0), at(ARROW.to, 0)],
    [at(back, ARROW.head), at(ARROW.to, 0), at(back, -ARROW.head)],
  ];
}

/** A circle above the joint of the head, with a nose. */
function drawHead(context: CanvasRenderingContext2D, project: Project, joint: Vec3, turn: Quat, rig: Rig): void {
  const { report } = rig;
  const radius = HEAD_RADIUS * report.height;
  const centre = add(joint, scale(rotate(turn, UNIT_Y), radius));
  const nose = rotate(turn, report.facing);
  const [x, y] = project(centre);
  context.beginPath();
  context.arc(x, y, radius * unitOf(rig), 0, 2 * Math.PI);
  context.stroke();
  polyline(context, project, [add(centre, scale(nose, radius)), add(centre, scale(nose, 1.7 * radius))]);
}

function polyline(context: CanvasRenderingContext2D, project: Project, points: readonly Vec3[]): void {
  context.beginPath();
  for (const point of points) context.lineTo(...project(point));
  context.stroke();
}
