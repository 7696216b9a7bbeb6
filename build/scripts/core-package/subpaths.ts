import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../vite-targets.ts';

/** What each subpath of the package exports of `core/index.ts`: the names that it exports from these folders and files. */
const SUBPATHS: Readonly<Record<string, readonly string[]>> = {
  ik: ['math/', 'skeleton/', 'ik/'],
  contact: ['contact/'],
  humanoid: ['humanoid/'],
  animation: ['animation/'],
  library: ['library/'],
  formats: ['formats/'],
  planar: ['planar/'],
  three: ['scenes/scene-from-object3d.ts', 'scenes/node-poses.ts', 'scenes/scene-link.ts'],
  babylon: ['scenes/scene-from-babylon.ts', 'scenes/node-poses.ts', 'scenes/scene-link.ts'],
};

/** A subpath and the names that it exports; those of types begin with `type `. */
export interface Subpath {
  readonly name: string;
  readonly names: readonly { readonly from: string; readonly name: string }[];
}

/** The subpaths of the package, read from `core/index.ts`, so that there is one list of what is public. */
export function readSubpaths(): Subpath[] {
  const index = readFileSync(join(projectFolder, 'core', 'index.ts'), 'utf8');
  const all = [...index.matchAll(/export (type )?\{([^}]*)\} from '\.\/([^']+)';/g)].flatMap(
    ([, type = '', list = '', from = '']) =>
      list
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
        .map((name) => ({ from, name: `${type}${name}` })),
  );
  return Object.entries(SUBPATHS).map(([name, folders]) => {
    return { name, names: all.filter(({ from }) => folders.some((folder) => from.startsWith(folder))) };
  });
}

/** The public name of an entry of an export list: `type A` is A, `a as b` is b. */
export function publicName(name: string): string {
  return name.replace(/^type /, '').replace(/^.* as /, '');
}
