import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The process below `parent`, however deep, whose command line names `kind`; the first of them, 0 while there is none. */
export function childOf(parent: number, kind: string): number {
  return everyProcess().find((id) => read(id, 'cmdline').includes(kind) && ancestorsOf(id).includes(parent)) ?? 0;
}

/**
 * Every process that was started with this home folder, and what it started itself. Of a program that started itself again the environment
 * cannot be read: its processes name a folder in the home folder, and are started by one of the same file.
 */
export function processesAt(home: string): readonly number[] {
  const isAtHome = (id: number) =>
    read(id, 'environ').split('\0').includes(`HOME=${home}`) || read(id, 'cmdline').includes(`--user-data-dir=${home}/`);
  const found = everyProcess().filter(isAtHome);
  const programs = found.flatMap((id) =>
    ancestorsOf(id).filter((parent) => fileOf(parent) !== '' && fileOf(parent) === fileOf(id)),
  );
  return [...new Set([...found, ...programs])];
}

/** The command lines of processes, for a message. */
export function describeProcesses(ids: readonly number[]): readonly string[] {
  return ids.map((id) => `${id} ${read(id, 'cmdline').replaceAll('\0', ' ').slice(0, 200)}`);
}

/** What a process was started with, its own file first; empty where it ended meanwhile. Chromium's processes put spaces between them. */
export function parametersOf(id: number): readonly string[] {
  return read(id, 'cmdline').split(/[\0 ]/);
}

/** A field of what the system says of a process; empty where it ended meanwhile. */
export function statusOf(id: number, field: string): string {
  return new RegExp(`^${field}:\\s+(.*)$`, 'm').exec(read(id, 'status'))?.[1] ?? '';
}

function everyProcess(): readonly number[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

/** The file of a process's program; empty where it cannot be known. */
function fileOf(id: number): string {
  try {
    return readlinkSync(`/proc/${id}/exe`);
  } catch {
    return '';
  }
}

function ancestorsOf(id: number): readonly number[] {
  const parent = Number(statusOf(id, 'PPid'));
  return parent > 1 ? [parent, ...ancestorsOf(parent)] : [];
}

function read(id: number, file: string): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
