import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { writeAtomically } from '../../files/storage/atomic-write.ts';
import { sentenceOf } from '../../files/storage/explain-failure.ts';
import type { Terminal } from '../terminal.ts';
import { createSession, type Session } from '../vocabulary/session.ts';
import { scriptApi, type ScriptApi } from '../vocabulary/vocabulary.ts';
import { scriptTypes } from './script-types.ts';

const EXAMPLES = `
A script is a JavaScript module whose default function is given the vocabulary of Limber, and what stands behind the script's name:

  export default async function (limber, ...names) {
    await limber.openProject({ path: 'My project' });
    await limber.poseByGoals({ goals: { leftHand: [0.4, 1.2, 0.3] } });
    await limber.setKey({ frame: 12 });
    await limber.exportClip({ path: 'wave.glb', replace: true });
  }

Paths are relative to the present folder. What it changes are steps with labels, as those of the studio; they are saved when the function has
ended without an error. What it returns is printed as JSON. The same script on the same files gives the same bytes.

Examples:
  limber run wave.js
  limber run wave.js Hero Villain
  limber run look.js --read-only
  limber run --types limber.d.ts        # the vocabulary for editors: /** @param {import('./limber.d.ts').Limber} limber */

Exit codes: 0 done, 2 the script or what it asked for cannot be used, 130 Ctrl+C.`;

interface ScriptFlags {
  readonly readOnly?: boolean;
  readonly types?: string;
}

export function addRun(program: Command, terminal: Terminal): void {
  program
    .command('run')
    .description('run a script that opens, poses, keys, retargets, checks and exports as the studio does')
    .argument('[script]', 'JavaScript module; options of its own stand behind --')
    .argument('[arguments...]', 'given to the script as texts')
    .option('--read-only', 'refuse every change and every file that would be written')
    .option('--types <file>', 'write the types of the vocabulary (.d.ts) for editors')
    .addHelpText('after', EXAMPLES)
    .action(async (script: string | undefined, given: readonly string[], { readOnly = false, types }: ScriptFlags) => {
      if (types === undefined && script === undefined) throw new Error('expected a script, or --types');
      if (types !== undefined) {
        await writeAtomically(types, scriptTypes(), { followLink: true });
        terminal.note(`wrote ${types}`);
      }
      if (script === undefined) return;
      const session = await createSession({ folders: null, mayWrite: !readOnly, savesEachStep: false });
      try {
        const answer = await runScript(script, given, session, terminal);
        if (answer !== undefined) terminal.print(typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2));
      } finally {
        for (const note of session.takeNotes()) terminal.note(`note: ${note}`);
        await session.close();
      }
    });
}

/** Runs a script to its end and saves what it changed. Throws an `Error` with one sentence; nothing is saved then. */
async function runScript(script: string, given: readonly string[], session: Session, { signal }: Terminal): Promise<unknown> {
  const path = resolve(script);
  const module = await load(path);
  if (typeof module !== 'function')
    throw new Error(`"${script}" has no default function: export default async function (limber) { … }`);
  const calls = createCalls(scriptApi(session), path, signal);
  const unheard: unknown[] = [];
  const hear = (error: unknown) => unheard.push(error);
  process.on('unhandledRejection', hear);
  try {
    const answer: unknown = await module(calls.api, ...given);
    await calls.end();
    // Functions of the script that it did not wait for: Node tells of them in the next turn.
    await new Promise(setImmediate);
    if (unheard.length > 0) throw unheard[0];
    await session.save();
    return answer;
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(`${basename(path)}${calls.lineOf(error)}: ${sentenceOf(error)}`, { cause: error });
  } finally {
    process.off('unhandledRejection', hear);
  }
}

type Script = (limber: ScriptApi, ...given: readonly string[]) => unknown;

async function load(path: string): Promise<Script | undefined> {
  try {
    const module = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as { readonly default?: Script };
    return module.default;
  } catch (error) {
    throw new Error(`"${basename(path)}" cannot be run: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** What a script has called. */
interface Calls {
  /** The vocabulary; Ctrl+C ends the script at its next word. */
  readonly api: ScriptApi;
  /** Waits for words that the script did not wait for, and throws what one of those throws. */
  end(): Promise<void>;
  /** Where in the script an error came up: `, line 12`; nothing where that is not known. */
  lineOf(error: unknown): string;
}

/** A word that was called. */
interface Call {
  readonly answer: Promise<unknown>;
  /** Whether the script waits for it, or listens to what it throws: what it catches is its own. */
  isHeard: boolean;
}

function createCalls(words: ScriptApi, path: string, signal: AbortSignal): Calls {
  const calls: Call[] = [];
  const lines = new WeakMap<object, string>();
  const functions = Object.entries(words).map(([name, say]) => [
    name,
    (given: unknown) => {
      signal.throwIfAborted();
      const line = lineIn(new Error(name), path);
      const call: Call = { answer: (say as (given: unknown) => Promise<unknown>)(given), isHeard: false };
      calls.push(call);
      call.answer.catch((error: unknown) => {
        if (error instanceof Error) lines.set(error, line);
      });
      return tellingWhenHeard(call);
    },
  ]);
  return {
    api: Object.fromEntries(functions) as ScriptApi,
    end: async () => {
      // A word that comes to its end may let the script say the next one.
      for (let ended = -1; ended < calls.length;) {
        ended = calls.length;
        await Promise.allSettled(calls.map(({ answer }) => answer));
      }
      await Promise.all(calls.filter(({ isHeard }) => !isHeard).map(({ answer }) => answer));
    },
    lineOf: (error) => (error instanceof Error ? (lines.get(error) ?? lineIn(error, path)) : ''),
  };
}

/** The answer of a call as a script has it: whoever waits for a promise asks for one of its methods. */
function tellingWhenHeard(call: Call): Promise<unknown> {
  return new Proxy(call.answer, {
    get: (answer, key) => {
      const value: unknown = Reflect.get(answer, key, answer);
      if (typeof value !== 'function') return value;
      call.isHeard = true;
      return value.bind(answer) as unknown;
    },
  });
}

/** Stacks name a module by its address or by its path. */
function lineIn({ stack = '' }: Error, path: string): string {
  const [, behind = ''] =
    [pathToFileURL(path).href, path].map((name) => stack.split(name)).find((parts) => parts.length > 1) ?? [];
  const [, line] = /^[^:\s]*:(\d+)/.exec(behind) ?? [];
  return line === undefined ? '' : `, line ${line}`;
}
