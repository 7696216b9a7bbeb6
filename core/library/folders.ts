import { checkSavedPoses } from './check-saved-poses.ts';
import type { SavedPose } from './saved-pose.ts';

/** A folder of the library and how many poses stand in it and below it. */
export interface PoseFolder {
  /** Names with `/` between them. */
  readonly folder: string;
  /** Poses in it and in the folders below it. */
  readonly count: number;
}

/** A folder as it is kept: names without space around them, with `/` between them, and no empty ones. */
export function tidyFolder(text: string): string {
  return text
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .join('/');
}

/** Every folder that holds poses or folders with poses, in alphabetical order, outer before inner. */
export function foldersOf(poses: readonly SavedPose[]): readonly PoseFolder[] {
  checkSavedPoses(poses, 'the poses');
  const counts = new Map<string, number>();
  for (const { folder } of poses) {
    if (folder === '') continue;
    const names = folder.split('/');
    names.forEach((_, i) => {
      const outer = names.slice(0, i + 1).join('/');
      counts.set(outer, (counts.get(outer) ?? 0) + 1);
    });
  }
  return [...counts].map(([folder, count]) => ({ folder, count })).sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** Whether a pose stands in a folder or below it. */
export function isInFolder(saved: SavedPose, folder: string): boolean {
  return saved.folder === folder || saved.folder.startsWith(`${folder}/`);
}
