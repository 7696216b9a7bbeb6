import type { Clip } from '../../../core/animation/clip.ts';
import { isAgainstPhysics } from '../../../core/animation/lint/issues.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { activeClip } from '../../../core/document/edits/clips.ts';
import { playedActiveClip } from '../../../core/document/played-scene.ts';
import type { Project } from '../../../core/document/project.ts';
import { centreOfMass, segmentMasses } from '../../../core/humanoid/anatomy/masses.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { vec3At, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import { rigsBeside } from '../scene/rigs.ts';
import type { StudioState } from '../studio.ts';
import { isRepair } from './clip-issues.ts';
import { frameAt, lastFrame } from './clips.ts';

/** The way of the centre of mass through a stretch of a clip. */
export interface MassTrail {
  /** Whether it is as the clip was before it was repaired. */
  readonly isBefore: boolean;
  /** The frame that it begins with. */
  readonly first: number;
  /** World metres, one a frame. */
  readonly points: readonly Vec3[];
}

/** Seconds that are shown before an issue and after it. */
const AROUND = 0.5;

/**
 * Around the issue that was gone to or repaired last, where it is one against physics: the way of the centre of mass, and as it was before
 * where the last edit was a repair. Nothing while the clip is not checked.
 */
export function massTrailsOf(state: StudioState): readonly MassTrail[] {
  const { document, session } = state;
  const { issue, isChecked } = session.timeline;
  if (!document || !issue || !isChecked || !isAgainstPhysics(issue)) return [];
  const { history, rig } = document;
  const trailOf = (project: Project, isBefore: boolean): MassTrail => {
    const clip = playedActiveClip(project, rig, rigsBeside(document));
    const first = Math.max(0, frameAt(clip, issue.from - AROUND));
    const last = Math.min(lastFrame(clip), frameAt(clip, issue.to + AROUND));
    return { isBefore, first, points: centresOf(rig, clip, first, last) };
  };
  const edit = history.past.at(-1);
  const isRepaired = edit && isRepair(edit.label) && activeClip(edit.project).id === activeClip(history.present).id;
  return [...(isRepaired ? [trailOf(edit.project, true)] : []), trailOf(history.present, false)];
}

/** The centre of mass on the frames from the first to the last of these; found once for each clip. */
function centresOf(rig: Rig, clip: Clip, first: number, last: number): readonly Vec3[] {
  const path = paths.get(clip) ?? new Float64Array(3 * (lastFrame(clip) + 1)).fill(NaN);
  paths.set(clip, path);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => {
    const frame = first + i;
    if (Number.isNaN(path[3 * frame])) {
      const world = forwardKinematics(rig.skeleton, sampleClip(rig.skeleton, clip, frame / clip.fps));
      path.set(centreOfMass(segmentMasses(rig), world), 3 * frame);
    }
    return vec3At(path, frame);
  });
}

/** What of a path was not asked for yet is NaN. */
const paths = new WeakMap<Clip, Float64Array>();
