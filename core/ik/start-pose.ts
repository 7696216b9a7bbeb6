import { clampRotation } from '../skeleton/clamp-rotation.ts';
import { limitFlags, ON_BOUNDARY, OUTSIDE } from '../skeleton/limit-flags.ts';
import { KIND_SLIDE, LIMIT_STRIDE, TWIST_HALF, TWIST_MIDDLE } from '../skeleton/limit-table.ts';
import { slideIndex, type Pose } from '../skeleton/pose.ts';
import { loadRotation } from './configuration.ts';
import type { Workspace } from './workspace.ts';

/**
 * Reads a whole pose into the working configuration and brings every joint inside its limit. Appends the joints that had to be brought in
 * to `broughtIn`, ascending, and marks them moved. The present configuration is left elsewhere untouched.
 */
export function loadStart(ws: Workspace, pose: Pose, broughtIn: number[] | null): void {
  const { mechanism, now } = ws;
  const { skeleton, limits } = mechanism;
  const { rotations, slides, root } = now;
  root[0] = pose[0]!;
  root[1] = pose[1]!;
  root[2] = pose[2]!;
  for (let j = 0; j < skeleton.count; j++) {
    const o = 4 * j;
    const unit = loadRotation(mechanism, pose, j, now);
    const slide = limits.kinds[j] === KIND_SLIDE ? pose[slideIndex(skeleton, skeleton.slides[j]!)]! : 0;
    slides[j] = slide;
    const outside = (limitFlags(limits, j, rotations, o, slide) & OUTSIDE) !== 0;
    if (unit && !outside) continue;
    ws.moved[j] = 1;
    if (!outside) continue;
    broughtIn?.push(j);
    clampRotation(limits, j, rotations, rotations, o, ws.clamp);
    if (limits.kinds[j] === KIND_SLIDE) {
      const middle = limits.numbers[LIMIT_STRIDE * j + TWIST_MIDDLE]!;
      const half = limits.numbers[LIMIT_STRIDE * j + TWIST_HALF]!;
      slides[j] = Math.max(middle - half, Math.min(middle + half, slide));
    }
  }
}

/** Joints of a configuration that stand on a boundary of their limits, ascending. */
export function boundaryJoints(ws: Workspace, rotations: Float64Array, slides: Float64Array): number[] {
  const { limits, skeleton } = ws.mechanism;
  const found: number[] = [];
  for (let j = 0; j < skeleton.count; j++) {
    if ((limitFlags(limits, j, rotations, 4 * j, slides[j]!) & ON_BOUNDARY) !== 0) found.push(j);
  }
  return found;
}
