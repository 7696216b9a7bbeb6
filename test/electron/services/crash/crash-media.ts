import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBeside, mediaOf } from '../../../../core/document/files-beside.ts';
import type { ProjectData } from '../../../../core/document/project-data.ts';
import { characterPath, mediaPath } from '../../../../electron/files/project/project-folder.ts';
import { glbOf } from '../../../core/formats/build-glb.ts';

/** The bytes of a sound: the same for both writers of a round, who may write the same file at the same time. */
export function soundBytes(writer: string, edit: number): Buffer {
  const seed = createHash('sha256')
    .update(`${roundOf(writer)} ${edit}`)
    .digest();
  return Buffer.concat(
    Array.from({ length: 1 + (seed[0]! % 100) }, (_, i) => createHash('sha256').update(seed).update(`${i}`).digest()),
  );
}

/** A prop's file, a GLB: a few in each round, for both of its writers. */
export function propBytes(writer: string, edit: number): Uint8Array {
  return glbOf({
    asset: { version: '2.0', generator: `${roundOf(writer)} ${edit % 4}` },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name: 'thing' }],
  });
}

/** The name of a sound's file, as different programs call theirs. */
export function soundFile(edit: number): string {
  return ['beat.wav', 'Song.MP3', 'no-ending', 'voice.ogg'][edit % 4]!;
}

function roundOf(writer: string): string {
  return writer.slice(0, -1);
}

/** The files beside a project that speak of bytes which are nowhere: neither in its folder nor in what the program keeps of its own, or others there. */
export function lostFiles(project: ProjectData, folder: string, data: string): readonly string[] {
  const isThere = (hash: string, ...paths: readonly string[]) =>
    paths.some((path) => existsSync(path) && hashOfFile(path) === hash);
  const sounds = mediaOf(project).filter(
    (file) => !isThere(file.hash, join(folder, mediaPath(file)), join(data, 'media', `${file.hash}.media`)),
  );
  const others = filesBeside(project).filter(
    (file) => !isThere(file.hash, join(folder, characterPath(file)), join(data, 'characters', `${file.hash}.glb`)),
  );
  return [...sounds, ...others].map(({ fileName, hash }) => `${fileName} (${hash.slice(0, 8)})`);
}

/** The files beside a saved project that its own folder does not hold. */
export function missingFiles(project: ProjectData, folder: string): readonly string[] {
  return lostFiles(project, folder, join(folder, 'nowhere'));
}

/** Remembers every file beside projects that was ever whole, and names those that are there no more, or are others now: nobody asked for it. */
export function createWatchOfFiles(): { look(...folders: readonly string[]): readonly string[] } {
  const known = new Map<string, string>();
  return {
    look(...folders) {
      const gone = [...known].filter(([path, hash]) => !existsSync(path) || hashOfFile(path) !== hash).map(([path]) => path);
      for (const path of gone) known.delete(path);
      for (const folder of folders) {
        if (!existsSync(folder)) continue;
        for (const name of readdirSync(folder)) {
          const path = join(folder, name);
          if (/^[0-9a-f]{64}(?:\.|$)/.test(name)) known.set(path, hashOfFile(path));
        }
      }
      return gone;
    },
  };
}

function hashOfFile(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
