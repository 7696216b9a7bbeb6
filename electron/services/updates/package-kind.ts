import type { UpdateState } from '../../contract.ts';

/** How a program came onto a machine, which decides who replaces it by a later one. */
export type PackageKind = UpdateState['kind'];

export interface Packaging {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isPackaged: boolean;
}

export function packageKindOf({ platform, environment, isPackaged }: Packaging): PackageKind {
  if (!isPackaged) return 'sources';
  if (platform === 'win32') return environment['PORTABLE_EXECUTABLE_FILE'] ? 'byHand' : 'installer';
  if (platform === 'darwin') return 'mac';
  if (environment['FLATPAK_ID']) return 'flatpak';
  return environment['APPIMAGE'] ? 'appImage' : 'byHand';
}

/** The name of the file of a release that replaces such a program; null where a person does that. */
export function fileNameFor(kind: PackageKind, version: string, architecture: string): string | null {
  const isArm = architecture === 'arm64';
  if (kind === 'installer') return `limber-${version}-windows-${isArm ? 'arm64' : 'x64'}-setup.exe`;
  if (kind === 'mac') return `limber-${version}-macos-universal.zip`;
  return kind === 'appImage' ? `limber-${version}-linux-${isArm ? 'arm64' : 'x86_64'}.AppImage` : null;
}
