import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { TraceStep } from '../../../core/ik/request/trace.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { angleBetween, type Quat } from '../../../core/math/quat.ts';
import type { LengthUnit } from '../../../electron/contract.ts';
import { jointLabel } from '../../../core/humanoid/body/joint-labels.ts';
import { showDistance } from '../../state/window/units.ts';

export interface StepWords {
  /** What moved, and how far. */
  readonly what: string;
  /** Whether a limit held it back. */
  readonly held: string;
  /** In which part of the solve. */
  readonly when: string;
}

/** One joint update of a recorded solve; undefined before the first one. */
export function describeStep(step: TraceStep | undefined, rig: Rig, unit: LengthUnit): StepWords {
  if (!step) return { what: 'Where the solve began', held: '', when: 'No joint has been rotated yet.' };
  const what = `${step.joint < 0 ? 'Hips' : jointLabel(rig, step.joint)} ${howFar(step, unit)}`;
  return { what, held: step.limited ? 'held by a limit' : 'free', when: phaseWords(step) };
}

/** "turned by 12.3°", or "moved by 4 mm" where the step is a translation. */
function howFar({ before, after }: TraceStep, unit: LengthUnit): string {
  if (before.length !== 4) {
    return `moved by ${showDistance(unit, Math.hypot(...before.map((value, i) => after[i]! - value)))}`;
  }
  const degrees = toDegrees(angleBetween(before as Quat, after as Quat));
  return degrees < 0.05 ? 'hardly rotated' : `rotated by ${degrees.toFixed(1)}°`;
}

function phaseWords({ phase, iteration }: TraceStep): string {
  switch (phase) {
    case 'start':
      return iteration === 0 ? 'Before the first step: where the solve sets out from, inside the limits' : 'A new start';
    case 'sweep':
      return `Sweep ${iteration + 1}`;
    case 'refinement':
      return `Step ${iteration + 1}: refinement moves all joints together`;
    case 'result':
      return 'Back to the best pose that was found';
  }
}
