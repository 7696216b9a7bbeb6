/** Folders and files; those of an inner list do not import each other. */
type Order = readonly (string | readonly string[])[];

/**
 * What imports what. In each folder the entries build on each other: one imports from itself and from those before it. What stands in the
 * folder but not in its list strings the entries together: it imports all of them, and none of them imports it.
 */
export const ORDERS: Readonly<Record<string, Order>> = {
  '': ['core', 'electron/contract', ['electron/contract.ts', 'package.json'], ['electron', 'renderer']],
  core: ['math', 'planar', 'skeleton', 'ik', 'contact', 'humanoid', 'animation', 'library', 'document', 'formats', 'scenes'],
  'core/ik': ['request', 'mechanism', 'steps', 'jacobian', 'newton', 'refinement', 'reference', 'search'],
  'core/humanoid': [
    'body',
    'detection',
    'anatomy',
    'grip',
    'rigging',
    'transfer',
    'limbs',
    'touching',
    'pulling',
    'picture',
    ['tracking', 'bodies', 'seating'],
  ],
  'core/humanoid/pulling': ['request', 'building', 'solving', 'stopping'],
  'core/formats': ['text', 'urdf', 'gltf', 'captures', 'bvh', 'fbx', 'obj', 'clips', 'pictures', 'vmc', 'zip', 'usd'],
  electron: [
    'contract',
    'contract.ts',
    'files',
    'window-page.ts',
    ['services', 'ipc.ts', 'application.ts', 'static-files.ts'],
    'browser',
    'cli',
    'desktop',
  ],
  'electron/files': ['storage', 'project'],
  renderer: [
    ['assets', 'styles', 'next-turn.ts', 'send-in-order.ts'],
    ['reading', 'detecting', 'encoding'],
    'desktop.ts',
    'state',
    'tools',
    ['viewport', 'commands'],
    'panels',
  ],
};

/** The packages that files may import, `node` for Node's own modules. The longest path that a file begins with counts. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  core: [],
  'core/formats': ['zod'],
  // Of Babylon only its FBX reader, which needs no scene.
  'core/formats/fbx': ['@babylonjs/loaders'],
  'core/formats/zip': ['fflate'],
  'core/formats/usd': ['zod', 'fflate'],
  electron: ['node', 'zod'],
  'electron/contract': ['@msgpack/msgpack'],
  'electron/contract.ts': [],
  'electron/files': ['node', 'zod', 'proper-lockfile', 'signal-exit'],
  'electron/files/project': ['node', 'zod', '@msgpack/msgpack'],
  // Reads and writes packets; the sockets are Node's.
  'electron/services/live': ['node', 'osc-min'],
  'electron/desktop': ['node', 'zod', 'electron'],
  'electron/desktop/updates': ['node', 'electron', 'electron-updater'],
  'electron/browser': ['node', '@msgpack/msgpack'],
  'electron/cli': ['node', 'commander'],
  'electron/cli/batch': ['node', 'commander', 'zod'],
  'electron/cli/vocabulary': ['node', 'zod'],
  'electron/cli/scripts': ['node', 'commander', 'zod'],
  'electron/cli/mcp': ['node', 'commander', 'zod', '@modelcontextprotocol/server'],
  renderer: ['react', 'react-dom', 'react-aria-components', 'dockview-react', 'lucide-react', 'uplot', 'zustand'],
  'renderer/panels/handbook': ['react', 'react-aria-components', 'marked'],
  'renderer/reading': ['zod', 'fflate', 'mediabunny'],
  'renderer/detecting': ['@mediapipe/pose'],
  'renderer/encoding': ['mediabunny', 'gifenc', 'fflate'],
  'renderer/desktop.ts': ['@msgpack/msgpack'],
  'renderer/state': ['zustand'],
  'renderer/state/documents': ['zustand', '@msgpack/msgpack'],
  'renderer/tools': [],
  'renderer/viewport': ['@babylonjs/core', '@babylonjs/loaders', 'meshoptimizer', 'three'],
  'renderer/commands': [],
};
