import { setFlatFoot } from '../../../core/document/edits/rig-settings.ts';
import { upOfFlatFoot } from '../../../core/humanoid/body/flat-foot.ts';
import type { Foot } from '../../../core/humanoid/body/sole.ts';
import { commitEdit } from '../editing.ts';
import { standingPose, type Studio, type StudioState } from '../studio.ts';

const NAMES: Readonly<Record<Foot, string>> = { leftFoot: 'left foot', rightFoot: 'right foot' };

/** Says that a foot stands flat in the pose that is on screen. */
export function tellFlatFoot(studio: Studio, foot: Foot): void {
  const { document } = studio.getState();
  const pose = standingPose(studio.getState());
  const up = document && pose && upOfFlatFoot(document.rig, pose, foot);
  if (up) commitEdit(studio, `Set the sole of the ${NAMES[foot]}`, (project) => setFlatFoot(project, foot, up));
}

/** Lets the sole of a foot be found by its shape again. */
export function findSoleAgain(studio: Studio, foot: Foot): void {
  commitEdit(studio, `Find the sole of the ${NAMES[foot]} again`, (project) => setFlatFoot(project, foot, null));
}

/** Whether there is such a foot. */
export function hasFoot({ document }: StudioState, foot: Foot): boolean {
  return document?.rig.humanoid[foot] !== undefined;
}

/** Whether it was said how a foot stands flat. */
export function isFlatFootTold({ document }: StudioState, foot: Foot): boolean {
  return document?.history.present.rig.flatFeet?.[foot] !== undefined;
}
