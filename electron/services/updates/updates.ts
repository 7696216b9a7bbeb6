import { join } from 'node:path';
import { z } from 'zod';
import type { UpdateState, UpdateStep } from '../../contract.ts';
import { sentenceOf } from '../../files/storage/explain-failure.ts';
import { createSettingsFile } from '../settings-file.ts';
import type { Fetch } from './download.ts';
import { fileNameFor, type PackageKind } from './package-kind.ts';
import { isLater, readRelease, RELEASE_FILE, SIGNATURE_FILE, type Release, type ReleaseFile } from './release.ts';

/** Fetches a later version and puts it in the place of the present one. */
export interface UpdateInstaller {
  /** Rejects with one sentence when the file could not be fetched, is not what the release says, or does not work here. */
  fetch(release: Release, file: ReleaseFile, onProgress: (share: number) => void): Promise<void>;
  /** Closes the window, which asks about unsaved work; what was fetched is installed and started when the program has ended its own work. */
  installAndRestart(): void;
}

export interface UpdateDependencies {
  readonly version: string;
  readonly architecture: string;
  readonly kind: PackageKind;
  /** Where {@link RELEASE_FILE} of the latest version lies, without a slash at the end. */
  readonly address: string;
  /** Raw public keys in base64, any of which may have signed. */
  readonly keys: readonly string[];
  readonly dataFolder: string;
  /** The only door to the network; it goes through the system's proxy. */
  readonly fetch: Fetch;
  /** Null where nothing can be replaced. */
  readonly installer: UpdateInstaller | null;
  readonly openPage: (version: string) => void;
  readonly changed: (state: UpdateState) => void;
}

/** Looks for later versions where the user wants that, and contacts nobody otherwise. */
export interface Updates {
  state(): Promise<UpdateState>;
  /** Remembers whether to look, and looks at once when it is switched on. */
  turn(on: boolean): Promise<UpdateState>;
  /** Looks now. Does nothing while it is switched off. */
  look(): Promise<UpdateState>;
  /** Fetches what was found; the steps are told by `changed`. */
  fetch(): Promise<void>;
  install(): void;
  /** Shows the page of the version that was found in the user's browser. */
  openPage(): void;
}

/** Milliseconds that the publisher has to answer. */
const PATIENCE = 20_000;
/** Characters of what is said about a release. */
const LONGEST = 100_000;

const settingsSchema = z.strictObject({ look: z.boolean() });

export function createUpdates(dependencies: UpdateDependencies): Updates {
  const { version, architecture, kind, address, keys, installer, changed } = dependencies;
  const settings = createSettingsFile(join(dependencies.dataFolder, 'updates.json'), settingsSchema, { look: false });
  let step: UpdateStep = { kind: 'idle' };
  let found: Release | null = null;

  const isOn = async () => kind !== 'sources' && kind !== 'flatpak' && (await settings.read()).look;

  async function state(): Promise<UpdateState> {
    return { kind, version, on: await isOn(), step };
  }

  async function go(next: UpdateStep): Promise<UpdateState> {
    step = next;
    const now = await state();
    changed(now);
    return now;
  }

  async function read(name: string): Promise<Uint8Array> {
    const response = await dependencies.fetch(`${address}/${name}`, { signal: AbortSignal.timeout(PATIENCE) });
    if (!response.ok) throw new Error(`${address} answered with status ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.byteLength > LONGEST) throw new Error(`${address} answered with more than a release has to say`);
    return bytes;
  }

  async function look(): Promise<UpdateState> {
    if (!(await isOn()) || step.kind === 'looking' || step.kind === 'fetching' || step.kind === 'ready') return state();
    await go({ kind: 'looking' });
    try {
      if (keys.length === 0) throw new Error('this program was built without a release key, so it can trust none');
      const [bytes, signature] = await Promise.all([read(RELEASE_FILE), read(SIGNATURE_FILE)]);
      found = readRelease(bytes, new TextDecoder().decode(signature), keys);
      const isNewer = isLater(found.version, version);
      return await go(
        isNewer ? { kind: 'found', version: found.version, canInstall: fileOf(found) !== null } : { kind: 'latest' },
      );
    } catch (error) {
      return go({ kind: 'failed', sentence: `Limber could not look for a later version: ${whyNot(error)}.` });
    }
  }

  function fileOf(release: Release): ReleaseFile | null {
    const name = installer && fileNameFor(kind, release.version, architecture);
    return release.files.find((file) => file.name === name) ?? null;
  }

  return {
    state,
    look,
    async turn(on) {
      await settings.update((before) => (before.look === on ? before : { look: on }));
      if (on) return look();
      found = null;
      return go({ kind: 'idle' });
    },
    async fetch() {
      const file = found && fileOf(found);
      if (!found || !file || !installer || step.kind !== 'found' || !(await isOn())) return;
      const release = found;
      await go({ kind: 'fetching', version: release.version, share: 0 });
      try {
        await installer.fetch(release, file, (share) => void go({ kind: 'fetching', version: release.version, share }));
        await go({ kind: 'ready', version: release.version });
      } catch (error) {
        await go({
          kind: 'failed',
          sentence: `Limber ${release.version} was not installed, and ${version} stays as it is: ${whyNot(error)}.`,
        });
      }
    },
    install() {
      if (step.kind === 'ready') installer?.installAndRestart();
    },
    openPage() {
      if (found) dependencies.openPage(found.version);
    },
  };
}

/** The end of a sentence, without its full stop. What the network's own functions say is for those who write programs. */
function whyNot(error: unknown): string {
  if (error instanceof DOMException) return 'the site did not answer in time';
  if (error instanceof SyntaxError) return 'what was found about the latest version is no JSON';
  if (error instanceof TypeError || !(error instanceof Error) || error.message.startsWith('net::'))
    return 'the site cannot be reached; see whether the network and its proxy work';
  return sentenceOf(error);
}

/** For a program that others keep up to date. */
export function noUpdates(version: string): Updates {
  const state = async (): Promise<UpdateState> => ({ kind: 'sources', version, on: false, step: { kind: 'idle' } });
  const nothing = () => undefined;
  return { state, turn: state, look: state, fetch: async () => undefined, install: nothing, openPage: nothing };
}
