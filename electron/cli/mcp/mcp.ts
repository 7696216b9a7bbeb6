import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Command } from 'commander';
import { onOneLine, shorten } from '../../../core/formats/text/quote.ts';
import { sentenceOf } from '../../files/storage/explain-failure.ts';
import { EXIT } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { createSession } from '../vocabulary/session.ts';
import { createLineTransport } from './line-transport.ts';
import { createVocabularyServer } from './vocabulary-server.ts';

const EXAMPLES = `
It speaks the Model Context Protocol on its standard input and output, for assistants and other programs of this machine; it uses no network.
Paths must lie in the folders that are named; relative ones are relative to the first. Without --write nothing is changed or written.
Every change is a step with a label in the project's folder: undo takes it back, here and in the studio.
A message of more than 10 MiB, and a line that is no JSON-RPC 2.0, is answered with what is wrong with it, and the next one is heard.

Examples:
  limber mcp ~/animation
  limber mcp ~/animation/hero ~/mocap --write

In the settings of a program that starts such servers:
  { "mcpServers": { "limber": { "command": "limber", "args": ["mcp", "/home/me/animation", "--write"] } } }

Exit codes: 0 the other side ended it, 2 bad input, 130 Ctrl+C.`;

export function addMcp(program: Command, terminal: Terminal, setExitCode: (code: number) => void): void {
  program
    .command('mcp')
    .description("serve the studio's commands as tools to assistants and other programs of this machine")
    .argument('<folders...>', 'folders with characters, motions and projects, which paths may lead into')
    .option('--write', 'allow changes of projects, and files to be written')
    .addHelpText('after', EXAMPLES)
    .action(async (folders: readonly string[], { write = false }: { readonly write?: boolean }) => {
      for (const folder of folders) {
        const found = await stat(folder).catch(() => null);
        if (!found?.isDirectory()) throw new Error(`"${folder}" is not a folder`);
      }
      const session = await createSession({
        folders: folders.map((folder) => resolve(folder)),
        mayWrite: write,
        savesEachStep: true,
      });
      try {
        terminal.note(`limber mcp: ${write ? 'reading and writing' : 'reading only'} in ${folders.join(', ')}`);
        const transport = createLineTransport(process.stdin, process.stdout);
        const connection = serveStdio(() => createVocabularyServer(session, write), {
          transport,
          onerror: (error) => terminal.note(`limber mcp: ${shorten(onOneLine(sentenceOf(error)))}`),
        });
        await Promise.race([transport.ended, interrupted(terminal.signal)]);
        await connection.close();
      } finally {
        await session.close();
      }
      if (terminal.signal.aborted) setExitCode(EXIT.cancelled);
    });
}

/** Resolves when Ctrl+C came. */
function interrupted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    signal.addEventListener('abort', () => done(), { once: true });
  });
}
