import type { Rig } from '../humanoid/body/rig.ts';
import { toDegrees, toRadians } from '../math/angles.ts';
import { angleBetween } from '../math/quat.ts';
import { clampPose } from '../skeleton/limit-state.ts';
import { rotationOf, type Pose } from '../skeleton/pose.ts';
import type { Clip } from './clip.ts';
import { contactsInPoses } from './contacts.ts';
import { frameTimes, posesAt } from './joint-paths.ts';
import { slideOf } from './slide.ts';

/**
 * What is wrong with a stretch of a clip: a joint outside its limit (`amount`: radians), a joint that turns over between two frames
 * (radians), a planted foot that slides (metres a frame), a joint whose speed jumps (radians a second).
 */
export interface ClipIssue {
  /** What is wrong. */
  readonly kind: 'limit' | 'flip' | 'slide' | 'speed';
  /** Index of the joint. */
  readonly joint: number;
  /** Seconds on the clip's timeline. */
  readonly from: number;
  readonly to: number;
  /** The largest in the stretch; the unit depends on the kind. */
  readonly amount: number;
  /** One sentence for the animator. */
  readonly message: string;
}

/** From where on something is wrong. */
export interface LintSettings {
  /** Radians between two frames from which a joint counts as flipped. Default 60°. */
  readonly flip?: number;
  /** Change of a joint's speed from one frame to the next, radians a second. Default 20. */
  readonly speedJump?: number;
  /** Metres that a planted foot may move in a frame. Default 1 mm. */
  readonly slide?: number;
}

/** An issue in one frame, before neighbours are joined. */
interface FrameIssue {
  readonly kind: ClipIssue['kind'];
  readonly joint: number;
  readonly frame: number;
  readonly amount: number;
}

/** Seconds in which a foot comes to rest after it was set down, and starts before it is lifted: there it may move. */
const SETTLING = 0.1;

/** Looks at every frame of a clip, keys and in-betweens alike; issues in order of time. */
export function lintClip(rig: Rig, clip: Clip, settings: LintSettings = {}): ClipIssue[] {
  const { flip = toRadians(60), speedJump = 20, slide = 1e-3 } = settings;
  const times = frameTimes(clip);
  const poses = posesAt(rig.skeleton, clip, times);
  const found = [...brokenLimits(rig, poses), ...jumps(rig, poses, clip.fps, flip, speedJump)];
  const issues = joinFrames(found).map(({ issue, first, last }): ClipIssue => {
    const { kind, joint, amount } = issue;
    return { kind, joint, from: times[first]!, to: times[last]!, amount, message: sentence(rig, issue) };
  });
  const edge = Math.round(SETTLING * clip.fps);
  for (const contact of contactsInPoses(rig, poses, clip.fps)) {
    const [first, last] = [contact.first + edge, contact.last - edge];
    const { largest } = slideOf(rig.skeleton, poses, [{ ...contact, first, last }]);
    if (largest <= slide) continue;
    const issue: FrameIssue = { kind: 'slide', joint: contact.joint, frame: first, amount: largest };
    const [from, to] = [times[first]!, times[last]!];
    issues.push({ kind: 'slide', joint: contact.joint, from, to, amount: largest, message: sentence(rig, issue) });
  }
  return issues.sort((a, b) => a.from - b.from || a.joint - b.joint);
}

function brokenLimits(rig: Rig, poses: readonly Pose[]): FrameIssue[] {
  return poses.flatMap((pose, frame) => {
    const { pose: inside, broughtIn } = clampPose(rig.skeleton, pose);
    return broughtIn.map((joint): FrameIssue => {
      const amount = angleBetween(rotationOf(inside, joint), rotationOf(pose, joint));
      return { kind: 'limit', joint, frame, amount };
    });
  });
}

function jumps(rig: Rig, poses: readonly Pose[], fps: number, flip: number, speedJump: number): FrameIssue[] {
  const found: FrameIssue[] = [];
  for (let joint = 0; joint < rig.skeleton.count; joint++) {
    let before = 0;
    for (let frame = 1; frame < poses.length; frame++) {
      const turned = angleBetween(rotationOf(poses[frame - 1]!, joint), rotationOf(poses[frame]!, joint));
      const change = Math.abs(turned - before) * fps;
      if (turned > flip) found.push({ kind: 'flip', joint, frame, amount: turned });
      else if (frame > 1 && change > speedJump) found.push({ kind: 'speed', joint, frame, amount: change });
      before = turned;
    }
  }
  return found;
}

/** Joins issues of the same kind and joint in neighbouring frames; the largest speaks for all. */
function joinFrames(found: readonly FrameIssue[]): { issue: FrameIssue; first: number; last: number }[] {
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

function sentence(rig: Rig, { kind, joint, amount }: FrameIssue): string {
  const name = rig.skeleton.names[joint]!;
  switch (kind) {
    case 'limit':
      return `${name} is ${toDegrees(amount).toFixed(1)}° outside its limit`;
    case 'flip':
      return `${name} turns by ${toDegrees(amount).toFixed(0)}° between two frames`;
    case 'speed':
      return `${name} changes its speed by ${toDegrees(amount).toFixed(0)}° a second between two frames`;
    case 'slide':
      return `${name} slides by ${(1000 * amount).toFixed(1)} mm a frame while it is planted`;
  }
}
