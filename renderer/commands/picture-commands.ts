import { motionFromFilm } from '../state/pictures/motion-from-film.ts';
import { poseFromPicture, poseFromTwoPictures } from '../state/pictures/pose-from-picture.ts';
import { isMoving, referenceOf } from '../state/reference/edit-reference.ts';
import { hasDocument, when, type Command } from './command.ts';

const category = 'Pose';
const group = 'Pictures';

/** Poses of persons in pictures, and their motion in films. */
export const PICTURE_COMMANDS: readonly Command[] = [
  {
    id: 'pose.fromPicture',
    label: 'Pose from picture…',
    labelNow: (state) => (referenceOf(state) ? 'Pose from the reference' : 'Pose from picture…'),
    category,
    group,
    enabled: hasDocument,
    run: ({ studio }) => poseFromPicture(studio),
  },
  {
    id: 'pose.fromTwoPictures',
    label: 'Pose with a second picture…',
    category,
    group,
    enabled: when(
      'Open a reference from the View menu first.',
      (state) => state.document !== null && referenceOf(state) !== null,
    ),
    run: ({ studio }) => poseFromTwoPictures(studio),
  },
  {
    id: 'clip.fromFilm',
    label: 'Motion from film…',
    labelNow: (state) => {
      const reference = referenceOf(state);
      return reference && isMoving(reference) ? 'Motion from the reference' : 'Motion from film…';
    },
    category,
    group,
    enabled: hasDocument,
    run: ({ studio }) => motionFromFilm(studio),
  },
];
