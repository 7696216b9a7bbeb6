import { pointsOfPerson } from '../../../core/formats/pictures/points-of-person.ts';
import { poseOfPoints } from '../../../core/formats/pictures/motion-of-points.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { fuseViews } from '../../../core/humanoid/picture/fuse-views.ts';
import { personLengths } from '../../../core/humanoid/picture/person-lengths.ts';
import { readSeenPerson } from '../../../core/humanoid/picture/seen-person.ts';
import { readLooks, type ReadPerson } from '../../../core/humanoid/picture/two-looks.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { createDetector, lookTwice } from '../../detecting/create-detector.ts';
import type { Detection } from '../../detecting/detection.ts';
import type { Studio } from '../studio.ts';
import { doubtsInWords } from './doubts-in-words.ts';
import { knownLimbs } from './known-limbs.ts';

/** A pose that pictures gave. */
export interface FoundPose {
  readonly pose: Pose;
  /** What of it is uncertain, in a sentence. */
  readonly doubts: string;
}

/** Share of the time that loading the detector takes. */
const LOADING = 0.6;

/**
 * The pose of a person in one or two pictures, as the character takes it. An aborted `signal` rejects it as cancelled. Rejects with one sentence where a
 * picture shows nobody or the character has no arms or legs.
 */
export async function findPose(
  studio: Studio,
  rig: Rig,
  pictures: readonly Blob[],
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<FoundPose> {
  const { lengths, areOwn } = personLengths(rig);
  const examples = await knownLimbs(studio, rig);
  const detector = await createDetector((share) => onProgress(LOADING * share), signal);
  try {
    const read: ReadPerson[] = [];
    for (const [i, picture] of pictures.entries()) {
      const bitmap = await createImageBitmap(picture).catch(() => {
        throw new Error('one of the pictures cannot be read: select a PNG, JPEG or WebP picture');
      });
      const aspect = bitmap.width / bitmap.height;
      const { straight, mirrored } = await lookTwice(detector, bitmap);
      const look = (landmarks: Detection | null) => landmarks && readSeenPerson(landmarks, aspect);
      const person = readLooks(look(straight), look(mirrored), lengths, examples);
      if (!person) throw new Error(nobodyIn(i, pictures.length));
      read.push(person);
      onProgress(LOADING + ((1 - LOADING) * (i + 1)) / (pictures.length + 1));
    }
    const [first, second] = read as [ReadPerson, ReadPerson?];
    const person = second ? fuseViews(first.person, second.person) : first.person;
    const pose = poseOfPoints(rig, pointsOfPerson(first.seen, person));
    return { pose, doubts: doubtsInWords(person, first.isTurned, areOwn) };
  } finally {
    detector.close();
  }
}

function nobodyIn(index: number, count: number): string {
  const which = count === 1 ? 'the picture' : index === 0 ? 'the first picture' : 'the second picture';
  return `no person was found in ${which}: select one that shows a whole person`;
}
