import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addBatch } from '../../../electron/cli/batch/batch.ts';
import { addCommands } from '../../../electron/cli/commands.ts';
import { addMcp } from '../../../electron/cli/mcp/mcp.ts';
import { addRun } from '../../../electron/cli/scripts/run-script.ts';
import { limber } from './fake-terminal.ts';

const DOCS = join(import.meta.dirname, '..', '..', '..', 'docs', 'command-line.md');

/** What can be run, as words after `limber`; `limber help` lists their first words. */
const COMMANDS: readonly string[] = commandNames();

/** These speak in their own way: what a script returns, and a protocol. */
const WITHOUT_JSON = new Set(['run', 'mcp']);

function commandNames(): string[] {
  const terminal = { print() {}, warn() {}, note() {}, progress() {}, signal: new AbortController().signal };
  const program = new Command();
  addCommands(program, terminal, () => {});
  addBatch(program, terminal, () => {});
  addRun(program, terminal);
  addMcp(program, terminal, () => {});
  const namesOf = (command: Command): string[] =>
    command.commands.length === 0
      ? [command.name()]
      : command.commands.flatMap((child) => namesOf(child).map((name) => `${command.name()} ${name}`));
  return program.commands.flatMap(namesOf);
}

test('limber --help lists every command and what exit codes mean', async () => {
  const { exitCode, printed } = await limber('--help');
  expect(exitCode).toBe(0);
  for (const name of COMMANDS) expect(printed).toMatch(new RegExp(`^  ${name.split(' ')[0]} `, 'm'));
  expect(printed).toContain('130 ended by Ctrl+C');
});

test.each(COMMANDS)('limber %s --help has examples and exit codes, and a part in the docs', async (name) => {
  const { exitCode, printed } = await limber(...name.split(' '), '--help');
  expect(exitCode).toBe(0);
  expect(printed).toMatch(new RegExp(`Examples:\\n  limber ${name} `));
  expect(printed).toContain('Exit codes: 0 ');
  expect(printed.includes('--json')).toBe(!WITHOUT_JSON.has(name));
  // What commander itself writes of a default that is no text.
  expect(printed).not.toContain('default: {');
  const [, part = ''] = (await readFile(DOCS, 'utf8')).split(`\n## limber ${name}\n`);
  expect(part.split('\n## ')[0]).toContain(`limber ${name} `);
  expect(part.split('\n## ')[0]).toMatch(/[Ee]xit code/);
});
