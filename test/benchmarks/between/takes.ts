import { takesIn, type Take as CapturedTake } from '../../../build/motion-table/takes.ts';
import { sharedData } from '../../helpers/shared-data.ts';

/** A captured motion of somebody. */
export interface Take extends CapturedTake {
  /** The number of the person, or `other` for those of whom nothing is learned. */
  readonly subject: string;
}

/** Seconds at the beginning that are no motion: the first frame is a T-pose, of others what leads to it, too. */
const CALIBRATION = 1 / 30;
const OTHERS_BEGIN = 0.2;

/** Takes of three people, and walks of others; `only` is a part of the names that are wanted. */
export function* takes(only: string): Generator<Take> {
  const [learned, others] = [sharedData('train'), sharedData('bvh')];
  if (learned) for (const take of takesIn(learned, CALIBRATION, only)) yield { ...take, subject: take.name.slice(4, 7) };
  if (!others) return;
  for (const walk of ['cmu-12_01-walk', 'mh-12_03-walk'].filter((name) => name.includes(only)))
    for (const take of takesIn(others, OTHERS_BEGIN, walk)) yield { ...take, subject: 'other' };
}
