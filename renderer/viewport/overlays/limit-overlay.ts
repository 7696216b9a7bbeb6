import type { Scene } from '@babylonjs/core/scene.js';
import { lerp, type Vec3 } from '../../../core/math/vec3.ts';
import { worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import type { HingeLimit, Limit, PrismaticLimit, SwingTwistLimit } from '../../../core/skeleton/limits.ts';
import { boneTip } from '../../tools/geometry/bone-shapes.ts';
import { limitRadius, TWIST_ALONG, TWIST_RADIUS } from '../../tools/geometry/limit-grips.ts';
import { presentLimit } from '../../tools/geometry/present-limit.ts';
import { coneShape, freeShape, hingeShape, slideShape, twistShape, type ArcShape } from '../../tools/geometry/limit-shapes.ts';
import { createLines, polyline, type Line } from '../drawing/lines.ts';
import { createMarks, type Mark } from '../drawing/marks.ts';
import { createSurfaces, type Fan } from '../drawing/surfaces.ts';
import { withAlpha, type Palette } from '../palette.ts';
import { heldJoints, type ViewModel } from './view-model.ts';

/** What one limit looks like. */
interface Drawing {
  readonly fans: readonly Fan[];
  readonly lines: readonly Line[];
}

const NOTHING: Drawing = { fans: [], lines: [] };
/** How large the ball of a free joint and the stops of a rail are drawn, as parts of the limit's radius. */
const FREE_RADIUS = 0.6;
const STOP_WIDTH = 0.3;
const FULL_TURN = 2 * Math.PI - 1e-6;

export interface LimitOverlay {
  update(view: ViewModel | null): void;
}

/** The limit of the selected joint as cone, sector and arc with grips to drag, as ball or rail, and a glow on the joints that a limit holds back. */
export function createLimitOverlay(scene: Scene): LimitOverlay {
  const surfaces = createSurfaces(scene, 'limit surfaces');
  const lines = createLines(scene, 'limit lines');
  const marks = createMarks(scene, 'limit marks');
  return {
    update: (view) => {
      const drawing = view ? selectedLimit(view) : NOTHING;
      surfaces.set(drawing.fans);
      lines.set(drawing.lines);
      marks.set(view ? [...gripMarks(view), ...glowMarks(view)] : []);
    },
  };
}

function selectedLimit(view: ViewModel): Drawing {
  if (!view.limit) return NOTHING;
  const { joint } = view.limit;
  const limit = presentLimit(view.rig.skeleton, view.pose, joint, view.limit.limit);
  const radius = limitRadius(view.rig, joint);
  switch (limit.kind) {
    case 'swingTwist':
      return join(coneDrawing(view, joint, limit, radius), wholeCone(view, joint, view.limit.limit, limit, radius));
    case 'hinge':
      return hingeDrawing(view, joint, limit, boneTip(view.rig.skeleton, joint), radius);
    case 'free':
      return freeDrawing(view, joint, FREE_RADIUS * radius);
    case 'prismatic':
      return slideDrawing(view, joint, limit, radius);
  }
}

function coneDrawing({ rig, world, pose, palette }: ViewModel, joint: number, limit: SwingTwistLimit, radius: number): Drawing {
  const cone = coneShape(rig.skeleton, world, joint, limit, radius);
  const twist = twistShape(rig.skeleton, world, pose, joint, limit, TWIST_ALONG * radius, TWIST_RADIUS * radius);
  const free = limit.swing.every((half) => half >= Math.PI);
  const side: Fan = {
    apex: cone.apex,
    rim: cone.rim,
    closed: true,
    apexColour: withAlpha(palette.limit, 0.05),
    rimColour: withAlpha(palette.limit, 0.3),
  };
  const spokes = [0, 16, 32, 48].map((i) => cone.rim[i]!);
  const lines: Line[] = [
    ...polyline(cone.rim, { colour: withAlpha(palette.limit, 0.95), width: 2 }, true),
    ...spokes.map((to) => ({ from: cone.apex, to, colour: withAlpha(palette.limit, 0.35), width: 1 })),
    { from: cone.apex, to: cone.centre, colour: withAlpha(palette.limit, 0.5), width: 1, dash: 4 },
    { from: cone.apex, to: cone.bone, colour: palette.hover, width: 2.4 },
  ];
  const arc = arcDrawing(palette, twist, limit.twist[1] - limit.twist[0] >= FULL_TURN);
  return { fans: [...(free ? [] : [side]), ...arc.fans], lines: [...(free ? lines.slice(-1) : lines), ...arc.lines] };
}

/** The cone's own rim where the present pose (a straight knee, say) narrows what is drawn. */
function wholeCone({ rig, world, palette }: ViewModel, joint: number, own: Limit, present: Limit, radius: number): Drawing {
  if (own === present || own.kind !== 'swingTwist') return NOTHING;
  const { rim } = coneShape(rig.skeleton, world, joint, own, radius);
  return { fans: [], lines: polyline(rim, { colour: withAlpha(palette.limit, 0.45), width: 1.2 }, true) };
}

function join(a: Drawing, b: Drawing): Drawing {
  return { fans: [...a.fans, ...b.fans], lines: [...a.lines, ...b.lines] };
}

function hingeDrawing(
  { rig, world, pose, palette }: ViewModel,
  joint: number,
  limit: HingeLimit,
  tip: Vec3,
  radius: number,
): Drawing {
  const shape = hingeShape(rig.skeleton, world, pose, joint, limit, tip, radius);
  return arcDrawing(palette, shape, limit.max - limit.min >= FULL_TURN);
}

/** A ball of thin circles, and the bone that may point anywhere on it. */
function freeDrawing({ rig, world, palette }: ViewModel, joint: number, radius: number): Drawing {
  const { centre, circles, bone } = freeShape(rig.skeleton, world, joint, boneTip(rig.skeleton, joint), radius);
  const colour = withAlpha(palette.limit, 0.5);
  return {
    fans: [],
    lines: [
      ...circles.flatMap((circle) => polyline(circle, { colour, width: 1.2 }, true)),
      { from: centre, to: bone, colour: palette.hover, width: 2.4 },
    ],
  };
}

/** A rail with stops at its ends, and a bright cross where the joint is. */
function slideDrawing({ rig, world, pose, palette }: ViewModel, joint: number, limit: PrismaticLimit, radius: number): Drawing {
  const { from, to, stops, present } = slideShape(rig.skeleton, world, pose, joint, limit, STOP_WIDTH * radius);
  const colour = withAlpha(palette.limit, 0.95);
  return {
    fans: [],
    lines: [
      { from, to, colour, width: 2 },
      ...stops.map(([a, b]) => ({ from: a, to: b, colour, width: 2 })),
      ...present.map(([a, b]) => ({ from: a, to: b, colour: palette.hover, width: 2.4 })),
    ],
  };
}

/** A sector with a bright rim, its two ends, and a needle at the present angle. */
function arcDrawing(palette: Palette, { centre, arc, present }: ArcShape, full: boolean): Drawing {
  const fan: Fan = {
    apex: centre,
    rim: arc,
    closed: false,
    apexColour: withAlpha(palette.limit, 0.1),
    rimColour: withAlpha(palette.limit, 0.34),
  };
  const ends = full ? [] : [arc[0]!, arc.at(-1)!];
  return {
    fans: [fan],
    lines: [
      ...polyline(arc, { colour: withAlpha(palette.limit, 0.95), width: 2 }),
      ...ends.map((to) => ({ from: centre, to, colour: withAlpha(palette.limit, 0.7), width: 1.4 })),
      { from: centre, to: lerp(centre, present, 1.08), colour: palette.hover, width: 2.4 },
    ],
  };
}

function gripMarks({ limit, attention, palette }: ViewModel): Mark[] {
  const target = attention.grabbed ?? attention.hovered;
  return (limit?.grips ?? []).map(({ name, angle, at }) => {
    const bright = target?.kind === 'grip' && target.grip === name;
    return {
      at: at(angle),
      shape: 'disc',
      radius: bright ? 6 : 4,
      fill: bright ? palette.hover : palette.limit,
      edge: bright ? palette.limit : palette.outline,
      edgeWidth: bright ? 2 : 1,
    };
  });
}

function glowMarks(view: ViewModel): Mark[] {
  const { palette } = view;
  const clear = withAlpha(palette.held, 0);
  return [...heldJoints(view)].flatMap((joint): Mark[] => {
    const at = worldPosition(view.world, joint);
    return [
      { at, shape: 'glow', radius: 22, fill: withAlpha(palette.held, 0.75), edge: clear, edgeWidth: 0 },
      { at, shape: 'disc', radius: 3.2, fill: palette.held, edge: palette.hover, edgeWidth: 1 },
    ];
  });
}
