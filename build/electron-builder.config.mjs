import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'));

/**
 * How the desktop program is packed. Everything it needs is in `dist`, so no package goes along.
 * ELECTRON_DIST names a folder with an unpacked Electron to use instead of a download.
 * @type {import('electron-builder').Configuration}
 */
export default {
  appId: 'invalid.limber.studio',
  productName: 'Limber',
  copyright: 'Copyright © The Limber developers',
  directories: { output: 'release', buildResources: 'build' },
  files: ['dist/{electron,renderer,assets}/**/*', 'package.json', 'LICENSE', '!**/*.map', '!node_modules/**/*'],
  asar: true,
  npmRebuild: false,
  electronVersion: manifest.devDependencies.electron,
  ...(process.env['ELECTRON_DIST'] ? { electronDist: process.env['ELECTRON_DIST'] } : {}),
  extraMetadata: { homepage: 'https://limber.invalid' },
  fileAssociations: [
    { ext: 'limber', name: 'Limber project', mimeType: 'application/x-limber-project', role: 'Editor', rank: 'Owner' },
    { ext: 'glb', name: 'glTF character', mimeType: 'model/gltf-binary', role: 'Editor', rank: 'Alternate' },
    { ext: 'vrm', name: 'VRM character', mimeType: 'model/vrm', role: 'Editor', rank: 'Alternate' },
    { ext: 'bvh', name: 'BVH motion', mimeType: 'application/x-bvh', role: 'Viewer', rank: 'Alternate' },
  ],
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  },
  win: { target: ['nsis'], icon: 'build/icons/icon.ico' },
  nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
  mac: {
    target: ['dmg'],
    icon: 'build/icons/icon.icns',
    category: 'public.app-category.graphics-design',
    hardenedRuntime: true,
    minimumSystemVersion: '13.0',
  },
  linux: {
    target: ['AppImage', 'deb'],
    icon: 'build/icons/linux',
    category: 'Graphics',
    maintainer: 'The Limber developers <developers@limber.invalid>',
    synopsis: 'Pose 3D bipeds by pulling them',
  },
  publish: null,
};
