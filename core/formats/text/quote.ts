/** The most characters of somebody else's text (a file's, a path's) that stand in a sentence. */
const MOST_QUOTED = 200;

/** Somebody else's text in quotation marks, on one line, with its middle left out where it is too long: the end of a path tells most. */
export function quote(text: string, most: number = MOST_QUOTED): string {
  return `"${shorten(onOneLine(text), most)}"`;
}

/** Text with a space in place of line breaks and other control characters. */
export function onOneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g, ' ');
}

/** Text with its middle left out where it is too long. */
export function shorten(text: string, most: number = MOST_QUOTED): string {
  const characters = Array.from(text);
  if (characters.length <= most) return text;
  const half = Math.floor(most / 2);
  return `${characters.slice(0, half - 1).join('')}…${characters.slice(-half).join('')}`;
}

/** Characters of a sentence at most: more is not read. */
export const LONGEST_SENTENCE = 299;

/** How far quoted texts and words are shortened, one after the other, until their sentence is no longer than that. */
const SHORTER: readonly number[] = [MOST_QUOTED, 100, 60, 40, 24, 12];

/**
 * A finished sentence, on one line and of at most {@link LONGEST_SENTENCE} characters: in it every quoted text, and every word, that is too long was
 * shortened.
 */
export function fitSentence(sentence: string): string {
  const line = onOneLine(sentence);
  for (const most of SHORTER) {
    const fitted = shortenQuoted(line, most);
    if (fitted.length <= LONGEST_SENTENCE) return fitted;
  }
  return shorten(line, LONGEST_SENTENCE).slice(0, LONGEST_SENTENCE);
}

function shortenQuoted(sentence: string, most: number): string {
  return sentence
    .replaceAll(/"([^"]*)"|“([^”]*)”/g, (whole) =>
      whole.length > most + 2 ? `${whole[0]}${shorten(whole.slice(1, -1), most)}${whole.at(-1)}` : whole,
    )
    .replaceAll(/[^\s"“”]+/g, (word) => shorten(word, most));
}
