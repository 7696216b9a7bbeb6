import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { checkout } from './sources.ts';

/** A text that the window shows, with ◦ for what is filled in. */
export interface InterfaceText {
  /** File and line. */
  readonly where: string;
  readonly text: string;
  /** Whether it is thrown: those are spelled as in code, and the window prints them with curly quotes. */
  readonly isThrown: boolean;
}

/** What of the window is no interface: words that only the palette's search knows, and what draws for the command line. */
const NOT_SHOWN = /other-words\.ts$|handbook\/pages\.ts$|settings-pages\.ts$|^renderer\/draw\.ts$/;
/** Attributes that nobody reads. */
const NOT_READ = new Set(['className', 'style', 'id', 'key', 'role', 'slot', 'type', 'd', 'viewBox', 'container', 'placement']);
/** Programs for the graphics card, and what finds elements of the page. */
const CODE = /void main\(\)|precision highp|#include<|gl_Position|\[(?:role|type|contenteditable)=/;

/** Every text of the window, in the order of the files. */
export function interfaceTexts(): readonly InterfaceText[] {
  const files = globSync('renderer/**/*.{ts,tsx}', { cwd: checkout }).map((path) => path.replaceAll('\\', '/'));
  return files
    .toSorted()
    .filter((path) => !NOT_SHOWN.test(path))
    .flatMap((path) => textsOf(path, readFileSync(join(checkout, path), 'utf8')));
}

/** What behind the window is said elsewhere or is no sentence: the command line, and names that bones have in files. */
const NOT_SAID = /^electron\/cli\/|^electron\/browser\/serve\.ts$|bone-names\.ts$/;

/** The texts of what the window works with: its refusals and warnings reach the screen. */
export function textsBehindWindow(): readonly InterfaceText[] {
  const files = globSync(['core/**/*.ts', 'electron/**/*.ts'], { cwd: checkout }).map((path) => path.replaceAll('\\', '/'));
  return files
    .toSorted()
    .filter((path) => !NOT_SAID.test(path))
    .flatMap((path) => textsOf(path, readFileSync(join(checkout, path), 'utf8')));
}

/** The texts of one file: words between tags, and strings that are words rather than names of the program. */
export function textsOf(path: string, source: string): readonly InterfaceText[] {
  const found: InterfaceText[] = [];
  const visit = (node: unknown, isThrown = false): void => {
    const add = (raw: string, start: number): void => {
      const text = raw.replaceAll(/\s+/g, ' ').trim();
      if (!isText(text)) return;
      found.push({ where: `${path}:${source.slice(0, start).split('\n').length}`, text, isThrown });
    };
    if (Array.isArray(node)) return node.forEach((each) => visit(each, isThrown));
    if (typeof node !== 'object' || node === null || !('type' in node)) return;
    const { type, start = 0, value, name, callee, quasis, expressions } = node as Partial<SyntaxNode>;
    if (type === 'ImportDeclaration' || type === 'ImportExpression' || type === 'TSLiteralType') return;
    if (type === 'JSXAttribute' && NOT_READ.has(String((name as { name?: unknown }).name))) return;
    if ((type === 'JSXText' || type === 'Literal') && typeof value === 'string') return add(value, start);
    if (type === 'TemplateLiteral' && quasis && expressions) {
      add(quasis.map(({ value: { cooked } }, i) => cooked + (i < expressions.length ? '◦' : '')).join(''), start);
      return visit(expressions, isThrown);
    }
    const throws =
      isThrown || ((type === 'NewExpression' || type === 'CallExpression') && /Error$|^refuse$/.test(callee?.name ?? ''));
    Object.values(node).forEach((each) => visit(each, throws));
  };
  visit(parseSync(path, source).program);
  return found;
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly value: unknown;
  readonly name: unknown;
  readonly callee: { readonly name?: string };
  readonly quasis: readonly { readonly value: { readonly cooked: string } }[];
  readonly expressions: readonly unknown[];
}

/** Names of the program have no spaces and begin small. */
function isText(text: string): boolean {
  if (!/\p{L}/u.test(text) || CODE.test(text)) return false;
  return /^[\p{Lu}“‘]/u.test(text) || /[\p{L}\d◦,.:;’”)] [\p{L}\d◦“(]/u.test(text);
}

/** The sentences of a text. */
export function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?…]["”’)]?) +(?=[\p{Lu}\d“◦])/u);
}

/** How many words a sentence has; what is filled in counts as one. */
export function wordsOf(sentence: string): number {
  return sentence.split(' ').filter((word) => /[\p{L}\d◦]/u.test(word)).length;
}

/** A word of the glossary, and those that stand for the same thing elsewhere. */
export interface GlossaryWord {
  readonly word: string;
  readonly not: readonly string[];
}

/** The glossary as the handbook prints it. */
export function readGlossary(): readonly GlossaryWord[] {
  const page = readFileSync(join(checkout, 'docs/handbook/words.md'), 'utf8');
  return [...page.matchAll(/^\| ([a-z ]+) \| [^|]+ \| ([^|]*)\|$/gm)].map(([, word, not]) => ({
    word: word!,
    not: not!.split(',').flatMap((other) => other.trim() || []),
  }));
}

/** A word in any of its forms. */
export function formsOf(word: string): RegExp {
  const stem = word.replace(/e$/, '');
  return new RegExp(`(?<!\\p{L})${stem}(?:e|s|es|ed|d|ing|ings)?(?!\\p{L})`, 'iu');
}
