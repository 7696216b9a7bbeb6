import { basename, extname } from 'node:path';
import { z } from 'zod';
import { activeClip } from '../../../core/document/edits/clips.ts';
import { addSound, changeSound, LOUDEST, muteSound, removeSound } from '../../../core/document/edits/sounds.ts';
import type { SoundData } from '../../../core/document/project-data.ts';
import type { Project } from '../../../core/document/project.ts';
import { quote } from '../../../core/formats/text/quote.ts';
import { readWholeFile } from '../../files/storage/read-file.ts';
import { stepAnswer, stepIn } from './facts.ts';
import { newId } from './new-id.ts';
import type { Session } from './session.ts';
import { word } from './word.ts';

const name = z.string().trim().min(1).max(200);
const frame = z.number().min(-1e7).max(1e7);
const seconds = z.number().min(0).max(86_400);

const part = {
  frame: frame.describe('where it begins on the timeline, frames from 0').exactOptional(),
  from: seconds.describe('where it begins in its file, seconds').exactOptional(),
  to: seconds.describe('where it ends in its file, seconds; default: at the end').exactOptional(),
  volume: z.number().min(0).max(LOUDEST).describe('times its own').exactOptional(),
};

export const soundFacts = z.object({
  name: z.string(),
  file: z.string(),
  frame: z.number(),
  from: z.number(),
  to: z.number().exactOptional(),
  volume: z.number(),
  muted: z.boolean(),
});

const answer = z.object({ ...stepAnswer, sounds: z.array(soundFacts).describe('all on the timeline of the clip') });

export const SOUND_WORDS = {
  addSound: word({
    title: 'Add a sound',
    description:
      'Puts an audio file onto the timeline of the clip. It is kept with the project as it came; whether it can be decoded is found where it is played.',
    effect: 'changes',
    given: { path: z.string().min(1).max(4096).describe('WAV, MP3, OGG, M4A, FLAC …'), name: name.exactOptional(), ...part },
    answer,
    run: async (session, { path, name: called, frame: at = 0, from = 0, to, volume = 1 }) => {
      const bytes = await readWholeFile(session.pathOf(path));
      const document = await session.present();
      const fileName = basename(path);
      const own = called ?? (basename(path, extname(path)) || fileName);
      const hash = await session.media.keep(bytes);
      const { id: clip, fps } = activeClip(document.project);
      const id = newId(document, 'sounds', 'sound', own);
      const sound = { id, name: own, fileName, hash, clip, at: at / fps, from, ...(to !== undefined && { to }), volume };
      return withSounds(session, `Add ${own}`, (project) => addSound(project, sound));
    },
  }),
  changeSound: word({
    title: 'Change a sound',
    description: 'Moves, trims or mutes a sound on the timeline of the clip, or changes its volume or name.',
    effect: 'changes',
    given: { sound: name, name: name.exactOptional(), ...part, muted: z.boolean().exactOptional() },
    answer,
    run: async (session, { sound: wanted, frame: at, muted, ...rest }) => {
      const { project } = await session.present();
      const { id } = soundCalled(project, wanted);
      const moved = at === undefined ? {} : { at: at / activeClip(project).fps };
      return withSounds(session, `Change ${wanted}`, (before) => {
        const changed = changeSound(before, id, { ...rest, ...moved });
        return muted === undefined ? changed : muteSound(changed, id, muted);
      });
    },
  }),
  removeSound: word({
    title: 'Remove a sound',
    description: 'Takes a sound off the timeline of the clip; its file stays in the folder.',
    effect: 'changes',
    given: { sound: name },
    answer,
    run: async (session, { sound }) => {
      const { id } = soundCalled((await session.present()).project, sound);
      return withSounds(session, `Remove ${sound}`, (project) => removeSound(project, id));
    },
  }),
} as const;

function soundsOf({ sounds, activeClip: clip }: Project): readonly SoundData[] {
  return sounds.filter((sound) => sound.clip === clip);
}

function soundCalled(project: Project, wanted: string): SoundData {
  const found = soundsOf(project).find((sound) => sound.name === wanted);
  if (found) return found;
  const names = soundsOf(project).map((sound) => quote(sound.name));
  const there = names.length === 0 ? 'there is none' : `there is ${names.join(', ')}`;
  throw new Error(`the clip has no sound ${quote(wanted)}: ${there}`);
}

export function factsOfSounds(project: Project): z.output<typeof soundFacts>[] {
  const { fps } = activeClip(project);
  return soundsOf(project).map(({ name: called, fileName, at, from, to, volume, isMuted }) => ({
    name: called,
    file: fileName,
    frame: at * fps,
    from,
    ...(to !== undefined && { to }),
    volume,
    muted: isMuted === true,
  }));
}

async function withSounds(session: Session, label: string, edit: (project: Project) => Project) {
  const { step } = await stepIn(session, label, edit);
  return { step, sounds: factsOfSounds((await session.present()).project) };
}
