import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'vite';

/** The folder of package.json. */
export const checkout = dirname(dirname(import.meta.dirname));

/** A TypeScript file and what it imports, types included. */
export interface SourceFile {
  /** From the folder of package.json, with `/`. */
  readonly path: string;
  /** What its imports say. */
  readonly requests: readonly string[];
  /** Relative imports as paths from the folder of package.json, the others as they are written. */
  readonly imports: readonly string[];
  readonly exportsEverything: boolean;
  readonly hasDefaultExport: boolean;
}

/** Every source of the three layers, parsed. */
export function readSources(): readonly SourceFile[] {
  const files = globSync('{core,electron,renderer}/**/*.{ts,tsx}', { cwd: checkout }).map((path) => path.replaceAll('\\', '/'));
  return files.toSorted().map((path) => parseSource(path, readFileSync(join(checkout, path), 'utf8')));
}

/** Reads the imports of one file that name what they import: static, dynamic, re-exports and `import('…')` in types. */
export function parseSource(path: string, text: string): SourceFile {
  const { module, program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]!.message}`);
  const exported = module.staticExports.flatMap(({ entries }) => entries);
  const requests = new Set([
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...exported.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
    ...module.dynamicImports
      .map(({ moduleRequest: { start, end } }) => text.slice(start, end))
      .filter((request) => /^['"`]/.test(request))
      .map((request) => request.slice(1, -1)),
    ...typeImports(program),
  ]);
  return {
    path,
    requests: [...requests],
    imports: [...requests].map((request) => resolveRequest(path, request)),
    exportsEverything: exported.some(({ importName: { kind } }) => kind === 'All' || kind === 'AllButDefault'),
    hasDefaultExport: exported.some(({ exportName: { kind } }) => kind === 'Default'),
  };
}

/** The modules of `import('…').Name` in types, wherever they stand. */
function typeImports(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(typeImports);
  if (typeof node !== 'object' || node === null) return [];
  const own =
    'type' in node && node.type === 'TSImportType' && 'source' in node ? [(node.source as { readonly value: string }).value] : [];
  return [...own, ...Object.values(node).flatMap(typeImports)];
}

function resolveRequest(path: string, request: string): string {
  return request.startsWith('.') ? posix.normalize(posix.join(posix.dirname(path), request)) : request;
}

/** Every file and package that the given files reach through imports, with the way there for the first found. */
export function reachable(sources: readonly SourceFile[], from: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const ways = new Map<string, readonly string[]>(from.map((path) => [path, [path]]));
  for (const [path, way] of ways) {
    for (const next of byPath.get(path)?.imports ?? []) {
      if (!ways.has(next)) ways.set(next, [...way, next]);
    }
  }
  return ways;
}

/**
 * The circles of imports: sources that reach each other, each group in order. An import of types counts like any other: who reads one file of a circle has to
 * read all of it.
 */
export function circlesOf(sources: readonly SourceFile[]): readonly (readonly string[])[] {
  const circles = new Map<string, readonly string[]>();
  const entangled = withoutEnds(sources);
  const reached = new Map(entangled.map(({ path, imports }) => [path, reachable(entangled, imports)]));
  for (const { path } of entangled) {
    if (!reached.get(path)!.has(path)) continue;
    const circle = [...reached.get(path)!.keys()].filter((other) => reached.get(other)?.has(path)).toSorted();
    circles.set(circle[0]!, circle);
  }
  return [...circles.values()];
}

/** The sources that import one of a circle, in one step or several: what imports nothing of those that are left is taken away until nothing changes. */
function withoutEnds(sources: readonly SourceFile[]): readonly SourceFile[] {
  const paths = new Set(sources.map(({ path }) => path));
  const left = sources.filter(({ imports }) => imports.some((path) => paths.has(path)));
  return left.length < sources.length ? withoutEnds(left) : left;
}
