import { setLimit, setPreset } from '../../../core/document/edits/rig-settings.ts';
import { mirrorLimit, otherJoint } from '../../../core/humanoid/transfer/mirror-limit.ts';
import type { LimitPreset } from '../../../core/humanoid/body/rig.ts';
import type { Limit } from '../../../core/skeleton/limits.ts';
import { commitEdit } from '../editing.ts';
import { jointInSentence } from '../../../core/humanoid/body/joint-labels.ts';
import type { Studio } from '../studio.ts';

/** How far joints may go, in words. */
export const LIMIT_PRESETS: readonly { readonly value: LimitPreset; readonly label: string }[] = [
  { value: 'standard', label: 'Standard' },
  { value: 'flexible', label: 'Flexible (+15 %)' },
  { value: 'dancer', label: 'Dancer (hips, spine, ankles)' },
  { value: 'stiff', label: 'Stiff (−25 %)' },
  { value: 'free', label: 'No limits' },
];

/** Gives every joint the limits of a preset; edited ones stay. */
export function choosePreset(studio: Studio, preset: LimitPreset): void {
  const label = LIMIT_PRESETS.find(({ value }) => value === preset)?.label ?? preset;
  commitEdit(studio, `Limits: ${label}`, (project) => setPreset(project, preset));
}

/**
 * Gives a joint another limit, or the preset's back for null, as one step. While limits are mirrored, the joint on the other side of the
 * body gets the mirrored one where it has a limit of the same kind.
 */
export function commitLimit(studio: Studio, joint: number, limit: Limit | null): void {
  const { document, session } = studio.getState();
  if (!document) return;
  const { rig } = document;
  const other = session.mirrorLimits ? otherJoint(rig, joint) : null;
  const mirrored = other !== null && limit ? mirrorLimit(rig, joint, other, limit) : null;
  const label = `${limit ? 'Limit' : 'Preset limit'} of ${jointInSentence(rig, joint)}`;
  commitEdit(studio, label, (project) => {
    const edited = setLimit(project, joint, limit);
    return other === null || (limit && !mirrored) ? edited : setLimit(edited, other, mirrored);
  });
}
