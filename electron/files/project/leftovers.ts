import { LIST_KINDS } from '../../../core/document/list-kinds.ts';
import type { FolderAccess } from '../storage/folder-access.ts';
import { isTemporaryName } from '../storage/staged-write.ts';

/** Folders of a project or a library, and the endings of the files that saves write there; '' is the folder itself. */
const WRITTEN: readonly (readonly [folder: string, names: RegExp])[] = [
  ['', /^\.(?:project\.limber|limber-library\.json)\./],
  ...LIST_KINDS.map((kind) => [kind, kind === 'poses' ? /\.(?:json|png)\./ : /\.json\./] as const),
  ['rigs', /\.json\./],
  // A sound's file has the ending that it came with, or none.
  ['media', /^\.[0-9a-f]{64}\./],
  ['characters', /\.(?:glb|vrm|fbx|obj|bvh)\./],
  ['users', /\.(?:json|steps)\./],
];

/** Folders that this program has looked through. */
const known = new Set<string>();

/**
 * Removes the files in the making that a killed program left in a folder, once for each folder that this program saves into. Only who holds
 * the folder's lock may ask for it: then nobody else is writing there.
 */
export async function removeLeftovers(access: FolderAccess): Promise<void> {
  if (known.has(access.root)) return;
  known.add(access.root);
  for (const [folder, written] of WRITTEN) {
    const names = await access.list(folder).catch(() => []);
    for (const name of names) {
      if (!isTemporaryName(name) || !written.test(name)) continue;
      await access.remove(folder === '' ? name : `${folder}/${name}`).catch(() => {
        // What another program holds open is removed by whoever comes next.
      });
    }
  }
}
