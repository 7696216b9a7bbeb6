import type { Clip } from '../animation/clip.ts';
import type { ClipIssue, IssueKind, LintSettings } from '../animation/lint/issues.ts';
import { moveNearer } from '../animation/repair/move-nearer.ts';
import { repairClipSteps, repairIssueSteps, troubles } from '../animation/repair/repair-issue.ts';
import { between, finish, type Steps } from '../animation/steps.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { bringOutSteps } from './bring-out.ts';
import { activeClip, editActiveClip } from './edits/clips.ts';
import { lintSceneSteps } from './lint-scene.ts';
import type { RigOfActor } from './played-scene.ts';
import type { Project } from './project.ts';

/** How the clip of a scene is repaired. */
export interface SceneRepair {
  /** What was found in it. */
  readonly found: readonly ClipIssue[];
  /** The kinds that are repaired. Default: all that are seen. */
  readonly kinds?: readonly IssueKind[];
  /** What was looked for. */
  readonly settings?: LintSettings;
}

/** The clip on the timeline of the actor that is worked on with everything repaired that can be: by itself (see `repairClip`), and with others. */
export function repairScene(project: Project, rig: Rig, rigOf: RigOfActor, how: SceneRepair): Clip {
  return finish(repairSceneSteps(project, rig, rigOf, how));
}

/** The same in steps. */
export function* repairSceneSteps(
  project: Project,
  rig: Rig,
  rigOf: RigOfActor,
  { found, kinds, settings = {} }: SceneRepair,
): Steps<Clip> {
  const meant = found.filter(({ kind }) => kinds?.includes(kind) ?? true);
  const nearer = moveNearer(activeClip(project), meant);
  const options = { pins: project.pins, settings, ...(kinds && { kinds }) };
  const alone = yield* between(0, 0.6, repairClipSteps(rig, nearer, options));
  if (!meant.some(({ kind }) => kind === 'overlap')) return alone;
  return yield* between(
    0.6,
    1,
    withoutOverlaps(
      editActiveClip(project, () => alone),
      rig,
      rigOf,
      settings,
    ),
  );
}

/** The clip without one issue; the same clip where it cannot be repaired, or where that would make joints wrong in more ways than it ends. */
export function* repairSceneIssueSteps(
  project: Project,
  rig: Rig,
  rigOf: RigOfActor,
  issue: ClipIssue,
  settings: LintSettings = {},
): Steps<Clip> {
  if (issue.kind === 'overlap') return yield* withoutOverlaps(project, rig, rigOf, settings, issue);
  return yield* repairIssueSteps(rig, activeClip(project), issue, { pins: project.pins, settings });
}

function* withoutOverlaps(project: Project, rig: Rig, rigOf: RigOfActor, settings: LintSettings, issue?: ClipIssue): Steps<Clip> {
  const clip = activeClip(project);
  const what = { ...(settings.overlap !== undefined && { bar: settings.overlap }), ...(issue && { issue }) };
  const out = yield* between(0, 0.6, bringOutSteps(project, rig, rigOf, what));
  if (out === clip) return clip;
  const repaired = editActiveClip(project, () => out);
  const before = yield* between(0.6, 0.8, lintSceneSteps(project, rig, rigOf, settings));
  const after = yield* between(0.8, 1, lintSceneSteps(repaired, rig, rigOf, settings));
  return troubles(after) > troubles(before) ? clip : out;
}
