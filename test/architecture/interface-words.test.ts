import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formsOf, interfaceTexts, readGlossary, sentencesOf, textsBehindWindow, textsOf, wordsOf } from './interface-texts.ts';
import { checkout } from './sources.ts';

const MOST_WORDS = 20;

/** Where a word that is not used otherwise has another meaning. */
const ELSEWHERE: Readonly<Record<string, RegExp>> = {
  turn: /\bin turn\b|\bone turn takes\b/i,
  animation: /animations of one file/,
};

/** Behind the window, by file, line and text: what formats of files and fields of data are called. */
const OWN_NAMES: Readonly<Record<string, RegExp>> = {
  turn: /\b(?:the|full) turn\b|: turn$|vector to turn|turning nodes/,
  chosen: /: the chosen keys\b/,
  animation: /^core\/formats\//,
  constraint: /: VRMC_/,
  fix: /prismatic or fixed/,
};

/** Where the humanoid map, or springs that hang from bones, are spoken of. */
const OF_BONES =
  /(?:mapping|motion|handbook|retarget|springs|import-report|plain-bones|export-dialog|rig-commands|window-commands|explanations|character-section|bones\.ts|match-words|copy-poses|plane-|scene-fields|view-commands|arrange\.ts)/;

const texts = interfaceTexts();
const glossary = readGlossary();

test('the texts of the window are found: between tags, in strings and in templates, but no names of the program', () => {
  const source = `
    import { a } from 'Some module';
    const id = 'key.set';
    const label = 'Set key';
    const one = <p className="Not read" title="Why it is so">Two words{'Three more words'}</p>;
    const other = \`Go to \${where} now\`;`;
  const found = textsOf('a.tsx', source).map(({ text }) => text);
  expect(found).toEqual(['Set key', 'Why it is so', 'Two words', 'Three more words', 'Go to ◦ now']);
  expect(texts.length).toBeGreaterThan(1500);
  expect(sentencesOf('It is so. Is it? “Yes.” Then ◦ goes, e.g. here')).toEqual([
    'It is so.',
    'Is it?',
    '“Yes.”',
    'Then ◦ goes, e.g. here',
  ]);
  expect(wordsOf('One, two – ◦ and 4')).toBe(5);
});

test('the window uses the words of the glossary, and no others for the same things', () => {
  expect(glossary.map(({ word }) => word)).toEqual(
    expect.arrayContaining(['select', 'rotate', 'key', 'clip', 'layer', 'contact', 'pin', 'limit', 'joint', 'bone']),
  );
  const wrong = texts.flatMap(({ where, text }) =>
    glossary.flatMap(({ word, not }) =>
      not
        .filter((other) => formsOf(other).test(text) && !ELSEWHERE[other]?.test(text))
        .map((other) => `${where}: “${other}”, not “${word}”: ${text}`),
    ),
  );
  expect(wrong).toEqual([]);
});

test('what the window is told from behind it uses them too', () => {
  const wrong = textsBehindWindow().flatMap(({ where, text }) =>
    glossary.flatMap(({ word, not }) =>
      not
        .filter((other) => formsOf(other).test(text) && !OWN_NAMES[other]?.test(`${where}: ${text}`))
        .map((other) => `${where}: “${other}”, not “${word}”: ${text}`),
    ),
  );
  expect(wrong).toEqual([]);
});

test('a bone is what the humanoid map names: everywhere else it is a joint', () => {
  const wrong = texts.filter(({ where, text }) => /\bbones?\b/i.test(text) && !OF_BONES.test(where));
  expect(wrong).toEqual([]);
});

test(`no sentence of the window has more than ${MOST_WORDS} words, nor one that it is told`, () => {
  const behind = textsBehindWindow();
  expect(behind.length).toBeGreaterThan(1500);
  const long = [...texts, ...behind].flatMap(({ where, text }) =>
    sentencesOf(text).flatMap((sentence) =>
      wordsOf(sentence) > MOST_WORDS ? [`${where}: ${wordsOf(sentence)} words: ${sentence}`] : [],
    ),
  );
  expect(long).toEqual([]);
});

test('quotes and apostrophes of the window are curly', () => {
  expect(texts.filter(({ text, isThrown }) => !isThrown && /["]|\p{L}'|'\p{L}/u.test(text))).toEqual([]);
});

/** What a page of the handbook says, a line each as it stands there, without programs' lines, addresses and marks. */
function linesOfHandbook(path: string): readonly string[] {
  const text = readFileSync(join(checkout, path), 'utf8').replaceAll(/^```[^]*?^```/gm, (code) => code.replaceAll(/[^\n]/g, ''));
  return text.replaceAll(/!?\[([^\]]*)\]\([^)]*\)|\*\*/g, '$1').split('\n');
}

const pages = globSync('docs/handbook/*.md', { cwd: checkout }).filter((path) => !path.endsWith('README.md'));

test('the handbook uses the words of the glossary too', () => {
  const wrong = pages
    .filter((path) => !path.endsWith('words.md'))
    .flatMap((path) =>
      linesOfHandbook(path).flatMap((line, i) =>
        glossary.flatMap(({ word, not }) =>
          not
            .filter((other) => formsOf(other).test(line) && !ELSEWHERE[other]?.test(line))
            .map((other) => `${path}:${i + 1}: “${other}”, not “${word}”: ${line}`),
        ),
      ),
    );
  expect(wrong).toEqual([]);
});

test(`no sentence of the handbook has more than ${MOST_WORDS} words, and its quotes are curly`, () => {
  const lines = pages.flatMap((path) => linesOfHandbook(path).map((text, i) => ({ where: `${path}:${i + 1}`, text })));
  expect(lines.length).toBeGreaterThan(300);
  const long = lines.flatMap(({ where, text }) =>
    text
      .split('|')
      .flatMap((cell) =>
        sentencesOf(cell).flatMap((sentence) =>
          wordsOf(sentence) > MOST_WORDS ? [`${where}: ${wordsOf(sentence)} words: ${sentence}`] : [],
        ),
      ),
  );
  expect(long).toEqual([]);
  const straight = lines.filter(({ text }) => /["]|\p{L}'|'\p{L}/u.test(text.replaceAll(/`[^`]*`/g, '')));
  expect(straight).toEqual([]);
});
