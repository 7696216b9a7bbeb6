import { motionFromFilm } from '../state/pictures/motion-from-film.ts';
import { poseFromPicture, poseFromTwoPictures } from '../state/pictures/pose-from-picture.ts';
import { isMoving, referenceOf } from '../state/reference/edit-reference.ts';
import { inGroup, when } from './command.ts';

/** Poses of persons in pictures, and their motion in films. */
export const PICTURE_COMMANDS = inGroup('Pose', 'Pictures', [
  {
    id: 'pose.fromPicture',
    label: 'Pose from picture…',
    labelNow: (state) => (referenceOf(state) ? 'Pose from the reference' : 'Pose from picture…'),
    run: ({ studio }) => poseFromPicture(studio),
  },
  {
    id: 'pose.fromTwoPictures',
    label: 'Pose with a second picture…',
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
    run: ({ studio }) => motionFromFilm(studio),
  },
]);
