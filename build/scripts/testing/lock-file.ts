/** The part of package-lock.json that matters here. */
export interface LockFile {
  readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
}

/**
 * Optional packages that the lock file names as dependencies but does not hold: binaries for other systems that the registry
 * did not have when the lock file was written. `npm ci` refuses such a lock file. One sentence each.
 */
export function findMissingFromLock({ packages }: LockFile): readonly string[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !foldersAbove(path).some((folder) => `${folder}node_modules/${name}` in packages))
      .map(([name, version]) => `package-lock.json lacks ${name}@${version}, which ${path || 'package.json'} asks for`),
  );
}

/** Where Node would look for a dependency of the package at `path`, nearest first: `a/node_modules/b` → `a/node_modules/b/`, `a/`, ``. */
function foldersAbove(path: string): readonly string[] {
  const folders = path === '' ? [] : [`${path}/`];
  for (let at = path.lastIndexOf('node_modules/'); at > 0; at = path.lastIndexOf('node_modules/', at - 1)) {
    folders.push(path.slice(0, at));
  }
  return [...folders, ''];
}
