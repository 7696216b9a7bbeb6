import { quote } from '../text/quote.ts';
import type { GltfAsset } from './gltf-asset.ts';
import { parentsOf } from './gltf-check.ts';
import { EXTENSION_LISTS } from './index-fields.ts';
import { moveExtensions, movesBy, type IndexShifts } from './move-indices.ts';

type Json = Readonly<Record<string, unknown>>;

/** One file among several: its name, what is in it, and how far the items of its lists moved. */
export interface MovedPart {
  readonly name: string;
  readonly asset: GltfAsset;
  readonly shifts: IndexShifts;
}

/** What a file of several parts says of itself: fields of its JSON, those that say nothing left out. */
export interface JoinedHead {
  readonly head: Json;
  /** Extensions at the root, those with lists aside. */
  readonly extensions: Json;
  /** Sentences about what the parts said of whole files and what is left out. */
  readonly warnings: readonly string[];
}

/** What `work` returns; what it refuses, with the name of the part before it. */
export function inPart<Result>(name: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new Error(`${quote(name, 60)}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** The fields of the joined file that belong to no list. Throws an `Error` with one sentence where two parts contradict each other. */
export function joinHeads(parts: readonly MovedPart[]): JoinedHead {
  const extensions = new Map<string, unknown>();
  const leftOut = new Set<string>();
  const warnings: string[] = [];
  for (const part of parts) {
    const { kept, isVrm } = inPart(part.name, () => rootExtensions(part, leftOut));
    for (const [name, value] of Object.entries(kept)) {
      if (extensions.has(name) && JSON.stringify(extensions.get(name)) !== JSON.stringify(value)) {
        throw new Error(
          `${quote(part.name, 60)}: the extension ${quote(name, 60)} of the whole file differs from those before it; write each character to its own file`,
        );
      }
      extensions.set(name, value);
    }
    if (isVrm) warnings.push(vrmWarning(part.name));
    warnings.push(...otherWarnings(part));
  }
  const namesOf = (key: 'extensionsUsed' | 'extensionsRequired') =>
    [...new Set(parts.flatMap(({ asset }) => asset.document[key] ?? []))].filter((name) => !leftOut.has(name));
  const [used, required] = [namesOf('extensionsUsed'), namesOf('extensionsRequired')];
  const head = {
    asset: joinStatements(parts),
    ...(used.length > 0 && { extensionsUsed: used }),
    ...(required.length > 0 && { extensionsRequired: required }),
  };
  return { head, extensions: Object.fromEntries(extensions), warnings };
}

/** The extensions at a file's root that stay, those whose lists are joined elsewhere aside. What a VRM model keeps there is of a whole file. */
function rootExtensions({ asset, shifts }: MovedPart, leftOut: Set<string>): { kept: Json; isVrm: boolean } {
  let isVrm = false;
  const others: [string, unknown][] = [];
  for (const [name, value] of Object.entries(asset.document.extensions ?? {})) {
    if (name === 'VRM' || name.startsWith('VRMC_')) {
      leftOut.add(name);
      isVrm = true;
    } else if (!EXTENSION_LISTS.some((list) => list.startsWith(`${name}/`))) others.push([name, value]);
  }
  return { kept: moveExtensions(Object.fromEntries(others), movesBy(shifts)), isVrm };
}

function vrmWarning(name: string): string {
  return `${quote(name, 60)} is plain glTF among several characters: the expressions, gaze, springs and licence of a VRM need its own file`;
}

function otherWarnings({ name, asset }: MovedPart): string[] {
  const ofScene = Object.keys(shownScene(asset)?.['extensions'] ?? {});
  return [
    ...(ofScene.length > 0 ? [`${quote(name, 60)}: what its scene says by ${quote(ofScene.join(', '), 60)} is left out`] : []),
    ...(asset.unknownChunks.length > 0 ? [`${quote(name, 60)}: chunks of its file that are not known are left out`] : []),
  ];
}

/** The `asset` of all: the program and the rights that each part names. */
function joinStatements(parts: readonly MovedPart[]): Json {
  const stated = (key: string) => {
    const texts = parts.map(({ asset }) => asset.document.asset[key]).filter((text) => typeof text === 'string' && text !== '');
    return texts.length > 0 && { [key]: [...new Set(texts)].join('; ') };
  };
  const minVersion = parts.find(({ asset }) => asset.document.asset.minVersion !== undefined)?.asset.document.asset.minVersion;
  return { version: '2.0', ...(minVersion !== undefined && { minVersion }), ...stated('generator'), ...stated('copyright') };
}

/** The topmost nodes that a file's scene shows; all of the file where it has no scene. */
export function shownNodes(asset: GltfAsset): number[] {
  const parents = parentsOf(asset.document);
  const top = (node: number): number => (parents[node]! < 0 ? node : top(parents[node]!));
  const shown = asset.document.scenes ? (shownScene(asset)?.nodes ?? []) : parents.keys();
  return [...new Set([...shown].map(top))];
}

function shownScene({ document }: GltfAsset): NonNullable<GltfAsset['document']['scenes']>[number] | undefined {
  return document.scenes?.[document.scene ?? 0];
}
