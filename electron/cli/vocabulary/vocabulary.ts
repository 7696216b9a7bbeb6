import type { z } from 'zod';
import { EXPORT_WORDS } from './export-words.ts';
import { KEY_WORDS } from './key-words.ts';
import { LIBRARY_WORDS } from './library-words.ts';
import { MARKER_WORDS } from './marker-words.ts';
import { MOTION_WORDS } from './motion-words.ts';
import { PICTURE_WORDS } from './picture-words.ts';
import { POSING_WORDS } from './posing-words.ts';
import { PROJECT_WORDS } from './project-words.ts';
import { ACTOR_WORDS } from './actor-words.ts';
import { CONTACT_WORDS } from './contact-words.ts';
import { CAPTURE_WORDS } from './capture-words.ts';
import { CAMERA_WORDS } from './camera-words.ts';
import { PROP_WORDS } from './prop-words.ts';
import { REFERENCE_WORDS } from './reference-words.ts';
import { SCENE_WORDS } from './scene-words.ts';
import { SOUND_WORDS } from './sound-words.ts';
import { say, type Word } from './word.ts';
import type { Session } from './session.ts';

/** Everything that scripts and assistants may ask for, by name. */
export const VOCABULARY = {
  ...PROJECT_WORDS,
  ...ACTOR_WORDS,
  ...POSING_WORDS,
  ...LIBRARY_WORDS,
  ...KEY_WORDS,
  ...MARKER_WORDS,
  ...SOUND_WORDS,
  ...REFERENCE_WORDS,
  ...CAMERA_WORDS,
  ...PROP_WORDS,
  ...SCENE_WORDS,
  ...CONTACT_WORDS,
  ...MOTION_WORDS,
  ...CAPTURE_WORDS,
  ...EXPORT_WORDS,
  ...PICTURE_WORDS,
} as const satisfies Readonly<Record<string, object>>;

type Words = typeof VOCABULARY;
export type WordName = keyof Words;

export const WORD_NAMES = Object.keys(VOCABULARY) as readonly WordName[];

/** The vocabulary as functions. */
export type ScriptApi = {
  readonly [Name in WordName]: (given?: z.input<Words[Name]['given']>) => Promise<z.output<Words[Name]['answer']>>;
};

/** A word as what is made of all words sees it. */
export function wordNamed(name: WordName): Word {
  return VOCABULARY[name];
}

/** The vocabulary as functions about one session; each waits for those before it. */
export function scriptApi(session: Session): ScriptApi {
  let last: Promise<unknown> = Promise.resolve();
  const functions = WORD_NAMES.map((name) => [
    name,
    (given?: unknown) => {
      const answer = last.then(() => say(name, wordNamed(name), session, given));
      last = answer.catch(() => {});
      return answer;
    },
  ]);
  return Object.fromEntries(functions) as ScriptApi;
}
