import { posix } from 'node:path';
import { ORDERS, PACKAGES } from './table.ts';

/**
 * Why a file must not import something, in one sentence; null when it may. `path` is from the folder of package.json, with `/`; `request` is
 * what its import says. Files outside of the layers, such as tests, may import everything.
 */
export function whyRefused(path: string, request: string): string | null {
  if (!request.startsWith('.')) return whyPackageRefused(path, request);
  const target = posix.join(posix.dirname(path), request);
  for (const [folder, order] of Object.entries(ORDERS)) {
    if (!isIn(folder, path) || !isIn(folder, target)) continue;
    const from = placeOf(order, folder, path);
    const to = placeOf(order, folder, target);
    if (!from || (to && (to.name === from.name || to.level < from.level))) continue;
    return `${nameOf(folder, from.name)} must not import ${to ? nameOf(folder, to.name) : target}: build/layers/table.ts says what may import what.`;
  }
  return null;
}

function whyPackageRefused(path: string, request: string): string | null {
  const layer = longest(Object.keys(PACKAGES).filter((name) => isIn(name, path)));
  if (layer === null) return null;
  const wanted = packageOf(request);
  if (PACKAGES[layer]!.includes(wanted)) return null;
  return `${layer} must not import the package ${wanted}: build/layers/table.ts says who may.`;
}

interface Place {
  readonly name: string;
  readonly level: number;
}

/** The entry of the order to which a path belongs: the longest that it begins with. */
function placeOf(order: (typeof ORDERS)[string], folder: string, path: string): Place | null {
  const places = order.flatMap((names, level) => [names].flat().map((name): Place => ({ name, level })));
  const name = longest(places.map((place) => place.name).filter((entry) => isIn(nameOf(folder, entry), path)));
  return places.find((place) => place.name === name) ?? null;
}

function nameOf(folder: string, entry: string): string {
  return folder === '' ? entry : `${folder}/${entry}`;
}

/** Whether a path is the file or lies in the folder with this name; everything lies in ''. */
function isIn(name: string, path: string): boolean {
  return name === '' || path === name || path.startsWith(`${name}/`);
}

function longest(names: readonly string[]): string | null {
  return names.reduce<string | null>((best, name) => (best !== null && best.length >= name.length ? best : name), null);
}

/** `@scope/name/file.js` → `@scope/name`, `node:fs/promises` → `node`. */
function packageOf(request: string): string {
  if (request.startsWith('node:')) return 'node';
  return request.split('/', request.startsWith('@') ? 2 : 1).join('/');
}
