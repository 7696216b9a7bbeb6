import type { Rig } from '../../humanoid/body/rig.ts';
import { angleBetween } from '../../math/quat.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
import { rotationOf, type Pose } from '../../skeleton/pose.ts';
import { lookThrough, type Steps } from '../steps.ts';
import type { IssueKind, LintSettings } from './issues.ts';

/** An issue in one frame, before neighbours are joined. */
export interface FrameIssue {
  readonly kind: IssueKind;
  readonly joint: number;
  readonly frame: number;
  readonly amount: number;
}

/** An issue of neighbouring frames; the worst frame speaks for all. */
export interface FrameRange {
  readonly issue: FrameIssue;
  readonly first: number;
  readonly last: number;
}

/** Joints outside their limits by more than `tolerance` radians. */
export function brokenLimits(rig: Rig, poses: readonly Pose[], tolerance: number): Steps<FrameIssue[]> {
  return lookThrough(poses, (pose, frame) => {
    const { pose: inside, clamped } = clampPose(rig.skeleton, pose);
    return clamped.flatMap((joint): FrameIssue[] => {
      const amount = angleBetween(rotationOf(inside, joint), rotationOf(pose, joint));
      return amount > tolerance ? [{ kind: 'limit', joint, frame, amount }] : [];
    });
  });
}

/** Flips, pops and jumps of speed; a loop goes on from its last frame to its second, as the first is the last again. */
export function* jumps(
  rig: Rig,
  poses: readonly Pose[],
  fps: number,
  loop: boolean,
  settings: Required<Pick<LintSettings, 'flip' | 'pop' | 'speedJump'>>,
): Steps<FrameIssue[]> {
  const found: FrameIssue[] = [];
  const last = poses.length - 1;
  for (let joint = 0; joint < rig.skeleton.count; joint++) {
    yield joint / rig.skeleton.count;
    const turn = (a: number, b: number) => angleBetween(rotationOf(poses[a]!, joint), rotationOf(poses[b]!, joint));
    const turns = poses.slice(1).map((_, frame) => turn(frame, frame + 1));
    const popped = popsOf(turns, turn, settings.pop);
    for (const { frame, amount } of popped) found.push({ kind: 'pop', joint, frame, amount });
    // The turns into a popped frame and out of it, and the steps of speed around them, are the pop's.
    const isPopped = (frame: number) => popped.some((pop) => frame >= pop.frame && frame <= pop.frame + 2);
    turns.forEach((turned, k) => {
      const frame = k + 1;
      if (isPopped(frame)) return;
      const before = k > 0 ? turns[k - 1]! : loop && last > 1 ? turns[last - 1]! : turned;
      const change = Math.abs(turned - before) * fps;
      if (turned > settings.flip) found.push({ kind: 'flip', joint, frame, amount: turned });
      else if (change > settings.speedJump) found.push({ kind: 'speed', joint, frame, amount: change });
    });
  }
  return found;
}

/** Frames that a joint reaches and leaves by more than `pop` while the frames around them are less than half as far apart. */
function popsOf(
  turns: readonly number[],
  turn: (a: number, b: number) => number,
  pop: number,
): { readonly frame: number; readonly amount: number }[] {
  return turns.slice(1).flatMap((out, k) => {
    const amount = Math.min(turns[k]!, out);
    return amount > pop && turn(k, k + 2) < amount / 2 ? [{ frame: k + 1, amount }] : [];
  });
}

/** Joins issues of the same kind and joint in neighbouring frames. */
export function joinFrames(found: readonly FrameIssue[]): FrameRange[] {
  const sorted = [...found].sort((a, b) => a.joint - b.joint || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : a.frame - b.frame));
  const joined: { issue: FrameIssue; first: number; last: number }[] = [];
  for (const issue of sorted) {
    const open = joined.at(-1);
    if (open && open.issue.joint === issue.joint && open.issue.kind === issue.kind && issue.frame - open.last <= 1) {
      open.last = issue.frame;
      if (issue.amount > open.issue.amount) open.issue = issue;
    } else {
      joined.push({ issue, first: issue.frame, last: issue.frame });
    }
  }
  return joined;
}
