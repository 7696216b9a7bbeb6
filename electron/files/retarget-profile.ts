import { basename } from 'node:path';
import {
  joinProfiles,
  parseRetargetProfile,
  retargetProfileText,
  type RetargetProfile,
} from '../../core/formats/clips/retarget-profile.ts';
import { quote } from '../../core/formats/text/quote.ts';
import { writeAtomically } from './storage/atomic-write.ts';
import { readWholeFile } from './storage/read-file.ts';

/** Reads a profile. Throws an `Error` with one sentence. */
export async function readRetargetProfile(path: string): Promise<RetargetProfile> {
  return parseRetargetProfile(await readWholeFile(path), quote(basename(path)));
}

/** What several profiles say together, a later one before an earlier one. Throws an `Error` with one sentence. */
export async function readProfiles(paths: readonly string[] = []): Promise<RetargetProfile> {
  return joinProfiles(await Promise.all(paths.map(readRetargetProfile)));
}

/** Writes a profile, whole or not at all. Throws an `Error` with one sentence. */
export async function writeRetargetProfile(path: string, profile: RetargetProfile): Promise<void> {
  await writeAtomically(path, retargetProfileText(profile), { followLink: true });
}
