import {
  hasUnknownInClip,
  hasUnknownInPose,
  keepUnknownOfActor,
  keepUnknownOfClip,
  keepUnknownOfPose,
} from '../../../core/document/keep-unknown.ts';
import type { KnownNames } from '../../../core/document/known-names.ts';
import type { ListItems, ListKind } from '../../../core/document/list-kinds.ts';
import { fileOfPicture, pictureFile } from '../../../core/library/saved-pose.ts';
import type { FolderAccess } from '../storage/folder-access.ts';
import {
  drawnPicture,
  layOutActor,
  layOutCamera,
  layOutClip,
  layOutPose,
  layOutProp,
  layOutSound,
  readActor,
  readCamera,
  readClip,
  readPose,
  readProp,
  readSound,
  revisionOf,
} from './project-parts.ts';
import { readPicture } from './read-parts.ts';

/** How the parts of one of a folder's lists are written, read and merged. */
export interface PartKind<Item> {
  /** What a part is called in a sentence. */
  readonly word: string;
  /** The text of its file. */
  readonly layOut: (item: Item) => string;
  /** Throws an `Error` with one sentence for a file that cannot be used. */
  readonly read: (id: string, json: Uint8Array) => Item;
  /** Of parts that whoever changes them may not understand as a whole. */
  readonly unknown?: UnknownIn<Item>;
  /** Of parts with a picture beside their file. */
  readonly pictures?: PicturesOf<Item>;
}

interface UnknownIn<Item> {
  /** The part as it is written over what lies in its place: with what of that its writer does not understand. */
  readonly keep: (item: Item, present: Item, known: KnownNames) => Item;
  /** Whether there is something that whoever removes the part does not understand. */
  readonly isIn: (item: Item, known: KnownNames) => boolean;
}

interface PicturesOf<Item> {
  /** The part with what its file does not say. */
  readonly complete: (item: Item, folder: FolderAccess) => Promise<Item>;
  /**
   * The picture that a part in `folder` gets; null: there must be none; undefined: what lies there stays. Pictures that it speaks of as files lie in
   * `origin`.
   */
  readonly pictureOf: (item: Item, folder: FolderAccess, origin: FolderAccess) => Promise<Uint8Array | null | undefined>;
}

export const PART_KINDS: { readonly [Kind in ListKind]: PartKind<ListItems[Kind]> } = {
  poses: {
    word: 'pose',
    layOut: layOutPose,
    read: (id, json) => readPose(id, json, ''),
    unknown: { keep: keepUnknownOfPose, isIn: hasUnknownInPose },
    pictures: {
      async complete(item, folder) {
        const picture = await readPicture(folder, item.id);
        return picture ? { ...item, thumbnail: pictureFile(item.id, revisionOf(picture)) } : item;
      },
      async pictureOf(item, folder, origin) {
        const file = fileOfPicture(item.thumbnail);
        if (file === null) return drawnPicture(item);
        // It lies there already, unless the pose is a copy or comes from another folder.
        return file === item.id && origin === folder ? undefined : readPicture(origin, file);
      },
    },
  },
  clips: {
    word: 'clip',
    layOut: layOutClip,
    read: readClip,
    unknown: { keep: keepUnknownOfClip, isIn: hasUnknownInClip },
  },
  actors: {
    word: 'character',
    layOut: layOutActor,
    read: readActor,
    unknown: {
      keep(item, present, { actors }) {
        const names = actors?.[item.id];
        // Another character in its place has other joints.
        return names && item.hash === present.hash ? keepUnknownOfActor(item, present, names) : item;
      },
      // Whoever takes it out of the scene does not say any more what is known of its joints.
      isIn: () => true,
    },
  },
  props: { word: 'prop', layOut: layOutProp, read: readProp },
  sounds: { word: 'sound', layOut: layOutSound, read: readSound },
  cameras: { word: 'camera', layOut: layOutCamera, read: readCamera },
};
