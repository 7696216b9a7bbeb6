import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_KINDS } from './file-kinds.mjs';
import { linkedLauncher } from './scripts/packaging/linked-launcher.mjs';

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'));

/** Who makes the program and where it is at home, as package.json says. */
const { appId, productName, author } = manifest;
const vendor = author.replace(/ <.*/, '');

/** The command `limber`; packages of Linux link it to /usr/bin. */
const launcher = [{ from: 'build/launchers/limber', to: 'bin/limber' }];
/** The add-on of Blender, beside it. */
const blender = { from: 'dist/limber-blender.zip', to: 'limber-blender.zip' };
const dist = join(import.meta.dirname, '..', 'dist', 'packaging');
/** The icon of projects, under the name that file managers make of their kind; those of others keep theirs. */
const kindIcon = 'build/icons/kinds/project.png=/usr/share/icons/hicolor/256x256/mimetypes/application-x-limber-project.png';
const scripts = {
  fpm: [kindIcon],
  afterInstall: linkedLauncher('after-install', dist),
  afterRemove: linkedLauncher('after-remove', dist),
};

/** Every kind of file that the program opens; the system asks which program to use for those of others. */
const associations = FILE_KINDS.map(({ extension, id, description, mimeType, icon, isOwn }) => ({
  ext: extension,
  name: id,
  description,
  mimeType,
  icon: `icons/kinds/${icon}`,
  role: isOwn ? 'Editor' : 'Viewer',
  rank: isOwn ? 'Owner' : 'Alternate',
}));

/**
 * How the desktop program is packed. Everything it needs is in `dist`, so no package goes along.
 * ELECTRON_DIST names a folder with an unpacked Electron to use instead of a download. Signing and notarising follow electron-builder's own
 * variables: CSC_LINK and CSC_KEY_PASSWORD, APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER; without them nothing is signed.
 * @type {import('electron-builder').Configuration}
 */
export default {
  appId,
  productName,
  copyright: `Copyright © ${vendor}`,
  directories: { output: 'release', buildResources: 'build' },
  files: ['dist/{electron,renderer,assets}/**/*', 'package.json', 'LICENSE', '!**/*.map', '!**/*.gz', '!node_modules/**/*'],
  asar: true,
  extraResources: [blender],
  npmRebuild: false,
  electronVersion: manifest.devDependencies.electron,
  ...(process.env['ELECTRON_DIST'] ? { electronDist: process.env['ELECTRON_DIST'] } : {}),
  electronFuses: {
    runAsNode: false,
    // There are no cookies: encrypting them would ask for the keychain at the first start on a Mac.
    enableCookieEncryption: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  },
  win: {
    extraResources: [
      { from: 'build/launchers/limber.cmd', to: 'bin/limber.cmd' },
      ...['character', 'motion'].map((icon) => ({ from: `build/icons/kinds/${icon}.ico`, to: `icons/${icon}.ico` })),
    ],
    target: [
      { target: 'nsis', arch: ['x64', 'arm64'] },
      { target: 'portable', arch: ['x64', 'arm64'] },
    ],
    icon: 'build/icons/icon.ico',
    // electron-builder makes itself the standard program of what stands here; the installer script offers the others under "Open with".
    fileAssociations: associations.filter(({ rank }) => rank === 'Owner').map((kind) => ({ ...kind, icon: `${kind.icon}.ico` })),
  },
  nsis: {
    artifactName: 'limber-${version}-windows-${arch}-setup.${ext}',
    include: 'build/windows/installer.nsh',
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    buildUniversalInstaller: false,
  },
  portable: { artifactName: 'limber-${version}-windows-${arch}-portable.${ext}', buildUniversalInstaller: false },
  mac: {
    target: [
      { target: 'dmg', arch: ['universal'] },
      { target: 'zip', arch: ['universal'] },
    ],
    artifactName: 'limber-${version}-macos-${arch}.${ext}',
    extraResources: launcher,
    icon: 'build/icons/icon.icns',
    category: 'public.app-category.graphics-design',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    entitlements: 'build/macos/entitlements.plist',
    entitlementsInherit: 'build/macos/entitlements.plist',
    notarize: Boolean(process.env['APPLE_API_KEY']),
    minimumSystemVersion: '13.0',
    fileAssociations: associations.map((kind) => ({ ...kind, icon: `${kind.icon}.icns` })),
    extendInfo: {
      NSAppTransportSecurity: { NSAllowsArbitraryLoads: false, NSAllowsLocalNetworking: false },
      NSCameraUsageDescription: 'A person before the camera moves the character while you switch that on.',
    },
  },
  linux: {
    target: ['AppImage', 'deb', 'rpm', 'tar.gz'].map((target) => ({ target, arch: ['x64', 'arm64'] })),
    artifactName: 'limber-${version}-linux-${arch}.${ext}',
    extraResources: launcher,
    executableName: 'limber',
    icon: 'build/icons/linux',
    category: 'Graphics',
    maintainer: author,
    vendor,
    synopsis: 'Pose 3D bipeds by pulling them',
    fileAssociations: associations,
    desktop: { entry: { StartupWMClass: 'limber', Keywords: 'animation;3d;pose;rig;glTF;BVH;VRM;' } },
  },
  deb: scripts,
  rpm: scripts,
  // Writes where downloads are kept for the time of an update; nothing is published from here, and what is read of a release is our own.
  publish: { provider: 'generic', url: `${manifest.homepage}/releases/latest/download` },
};
