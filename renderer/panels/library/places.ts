import { foldersOf } from '../../../core/library/folders.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import type { LibraryPlace } from '../../state/session-state.ts';

/** What the library can show: all poses, favourites, or those of a folder. */
export interface Place {
  readonly value: LibraryPlace;
  /** The whole name, with how many poses are there. */
  readonly label: string;
  /** The last part of its name, and how many folders it lies in. */
  readonly name: string;
  readonly depth: number;
  readonly count: number;
}

/** All places of a library, folders below the one that they lie in. */
export function placesOf(poses: readonly SavedPose[]): readonly Place[] {
  const favourites = poses.filter(({ isFavourite }) => isFavourite).length;
  const place = (value: LibraryPlace, path: string, count: number): Place => {
    const parts = path.split('/');
    const label = `${parts.join(' / ')} (${count.toLocaleString('en')})`;
    return { value, label, name: parts.at(-1)!, depth: parts.length - 1, count };
  };
  return [
    place('all', 'All poses', poses.length),
    place('favourites', 'Favourites', favourites),
    ...foldersOf(poses).map(({ folder, count }) => place(`folder:${folder}`, folder, count)),
  ];
}
