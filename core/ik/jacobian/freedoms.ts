import { writeAngle } from '../../math/elementary.ts';
import * as T from '../../skeleton/limit-table.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import { slideEnds, swingEnds, twistEnds } from './ends.ts';

/** Numbers a joint in {@link Freedoms.cones}. */
export const CONE_STRIDE = 8;

/**
 * The degrees of freedom of a configuration: the coordinates of the joints' own limits, so that an end of a limit blocks exactly one of them. Each
 * has a world axis, about which a unit step turns the joint, or along which it displaces it. The root translation comes first, along the world's
 * axes; then the joints, parents before children:
 * - free: three turns about the axes of its moving frame,
 * - hinge, slide: one,
 * - cone: the two coordinates of its swing vector, the first straight out of its ellipse where the swing is near to it, and its twist.
 */
export interface Freedoms {
  count: number;
  /** The freedoms of one joint are a group, and those of the root: `starts[group]` up to `starts[group + 1]`. */
  groups: number;
  readonly starts: Int32Array;
  /** Joint of each freedom, −1 for the root translation. */
  readonly joints: Int32Array;
  /** 3 × count, world: rotation vector (or displacement) of a unit step. */
  readonly axes: Float64Array;
  /** 1 when the step displaces instead of turning. */
  readonly displaces: Uint8Array;
  /** Ends that it stands on, see `ends.ts`: BLOCKED_DOWN where the step may not be negative, BLOCKED_UP where it may not be positive. */
  readonly blocked: Uint8Array;
  /** Mobility: 1 − stiffness; for the root also its length squared. */
  readonly mobility: Float64Array;
  /** The step to take, radians or metres; and the part of it that is taken. Numbers that are handed on in an array are not allocated. */
  readonly step: Float64Array;
  readonly taken: Float64Array;
  /** What the step was multiplied by. */
  factor: number;
  /** The longest movement of the step; see `measureLongest`. */
  longest: number;
  /**
   * {@link CONE_STRIDE} × joints, for cones: swing vector a, b (radians), sine and cosine of half the twist, the direction (x, y) of the
   * first swing freedom, and sine and cosine of half the swing.
   */
  readonly cones: Float64Array;
}

/** Room for the freedoms of so many joints and of the root translation. */
export function createFreedoms(joints: number): Freedoms {
  const most = 3 * joints + 3;
  return {
    count: 0,
    groups: 0,
    starts: new Int32Array(joints + 2),
    joints: new Int32Array(most),
    axes: new Float64Array(3 * most),
    displaces: new Uint8Array(most),
    blocked: new Uint8Array(most),
    mobility: new Float64Array(most),
    step: new Float64Array(most),
    taken: new Float64Array(most),
    factor: 1,
    longest: 0,
    cones: new Float64Array(CONE_STRIDE * joints),
  };
}

/**
 * Lists the freedoms of the movable joints that `only` marks (null: all) and of the root translation, in the present configuration.
 */
export function listFreedoms(f: Freedoms, ws: Workspace, only: Uint8Array | null): void {
  const { task, mechanism, now } = ws;
  const { kinds, numbers } = mechanism.limits;
  const { axes } = f;
  f.count = 0;
  f.groups = 0;
  if (ws.rootMobility > 0 && task.rootMoves) {
    f.starts[f.groups++] = 0;
    for (let axis = 0; axis < 3; axis++) {
      const d = add(f, -1, 0);
      axes.fill(0, 3 * d, 3 * d + 3);
      axes[3 * d + axis] = 1;
      f.mobility[d] = ws.rootMobility * ws.rootLength * ws.rootLength;
      f.displaces[d] = 1;
    }
  }
  for (let i = 0; i < task.activeCount; i++) {
    const j = task.active[i]!;
    if (task.movable[j] === 0 || (only !== null && only[j] === 0)) continue;
    f.starts[f.groups++] = f.count;
    const start = f.count;
    const kind = kinds[j]!;
    const row = T.LIMIT_STRIDE * j;
    const r = 4 * j;
    const x = now.frames[r]!;
    const y = now.frames[r + 1]!;
    const z = now.frames[r + 2]!;
    const w = now.frames[r + 3]!;
    if (kind === T.KIND_FREE) {
      const o = 3 * add(f, j, 0);
      axes[o] = 1 - 2 * (y * y + z * z);
      axes[o + 1] = 2 * (x * y + w * z);
      axes[o + 2] = 2 * (x * z - w * y);
      add(f, j, 0);
      axes[o + 3] = 2 * (x * y - w * z);
      axes[o + 4] = 1 - 2 * (x * x + z * z);
      axes[o + 5] = 2 * (y * z + w * x);
    }
    let blocked = 0;
    if (kind === T.KIND_CONE) {
      addSwing(f, ws, j);
      blocked = twistEnds(numbers, row, f.cones, CONE_STRIDE * j + 2);
    } else if (kind === T.KIND_HINGE) blocked = twistEnds(numbers, row, now.rotations, r + 2);
    else if (kind === T.KIND_SLIDE) blocked = slideEnds(numbers, row, now.slides, j);
    // Along z of the moving frame, or about it.
    const last = add(f, j, blocked);
    axes[3 * last] = 2 * (x * z + w * y);
    axes[3 * last + 1] = 2 * (y * z - w * x);
    axes[3 * last + 2] = 1 - 2 * (x * x + y * y);
    if (kind === T.KIND_SLIDE) f.displaces[last] = 1;
    for (let d = start; d <= last; d++) f.mobility[d] = task.mobility[j]!;
  }
  f.starts[f.groups] = f.count;
}

/** Adds a freedom that turns; its axis and mobility are yet to be written. Returns its index. */
function add(f: Freedoms, joint: number, blocked: number): number {
  const d = f.count++;
  f.joints[d] = joint;
  f.blocked[d] = blocked;
  f.displaces[d] = 0;
  return d;
}

/** Adds the two freedoms of the swing of cone joint `j`, and writes its numbers in `cones`. */
function addSwing(f: Freedoms, ws: Workspace, j: number): void {
  const { now, mechanism } = ws;
  const n = mechanism.limits.numbers;
  const row = T.LIMIT_STRIDE * j;
  const r = 4 * j;
  const x = now.rotations[r]!;
  const y = now.rotations[r + 1]!;
  const z = now.rotations[r + 2]!;
  const w = now.rotations[r + 3]!;
  // l = swing · twist, with the sign of l that makes the twist's w positive.
  const s = Math.sqrt(z * z + w * w);
  const sign = w < 0 ? -1 : 1;
  const per = s > 0 ? sign / s : 0;
  const tz = z * per;
  const tw = s > 0 ? w * per : 1;
  // The swing turns by θ about u: sin θ/2 = sine, cos θ/2 = s.
  const sine = Math.sqrt(x * x + y * y);
  const turned = sine > 1e-12;
  const cone = CONE_STRIDE * j;
  f.cones[cone] = sine;
  f.cones[cone + 1] = s;
  writeAngle(f.cones, cone);
  const angle = turned ? 2 * f.cones[cone] : 0;
  const perSine = turned ? sign / sine : 0;
  const ux = turned ? (x * tw - y * tz) * perSine : 1;
  const uy = (y * tw + x * tz) * perSine;
  f.cones[cone] = angle * ux;
  f.cones[cone + 1] = angle * uy;
  f.cones[cone + 2] = tz;
  f.cones[cone + 3] = tw;
  f.cones[cone + 4] = ux;
  f.cones[cone + 5] = uy;
  f.cones[cone + 6] = sine;
  f.cones[cone + 7] = s;
  const blocked = swingEnds(f.cones, cone, n, row);
  const ex = f.cones[cone + 4]!;
  const ey = f.cones[cone + 5]!;
  const gx = now.bases[r]!;
  const gy = now.bases[r + 1]!;
  const gz = now.bases[r + 2]!;
  const gw = now.bases[r + 3]!;
  // sin θ / θ and (1 − cos θ) / θ.
  const twice = turned ? (2 * sine) / angle : 1;
  const sinc = twice * s;
  const rise = twice * sine;
  for (let k = 0; k < 2; k++) {
    const cx = k === 0 ? ex : -ey;
    const cy = k === 0 ? ey : ex;
    // World rotation for a change of the swing vector: the left Jacobian of SO(3) at the swing, sinθ/θ 1 + (1 − sinθ/θ) u uᵀ + (1 − cosθ)/θ [u]×.
    const along = (1 - sinc) * (ux * cx + uy * cy);
    const vx = sinc * cx + along * ux;
    const vy = sinc * cy + along * uy;
    const vz = rise * (ux * cy - uy * cx);
    const px = 2 * (gy * vz - gz * vy);
    const py = 2 * (gz * vx - gx * vz);
    const pz = 2 * (gx * vy - gy * vx);
    const o = 3 * add(f, j, k === 0 ? blocked & 3 : blocked >> 2);
    f.axes[o] = vx + gw * px + gy * pz - gz * py;
    f.axes[o + 1] = vy + gw * py + gz * px - gx * pz;
    f.axes[o + 2] = vz + gw * pz + gx * py - gy * px;
  }
}
