/** The most characters of somebody else's text (a file's, a path's) that stand in a sentence. */
const MOST_QUOTED = 200;

/** Somebody else's text in quotation marks, on one line, with its middle left out where it is too long: the end of a path tells most. */
export function quote(text: string, most: number = MOST_QUOTED): string {
  return `"${shorten(onOneLine(text), most)}"`;
}

/** Text with a space in place of line breaks and other control characters. */
export function onOneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u001F\u007F]+/g, ' ');
}

/** Text with its middle left out where it is too long. */
export function shorten(text: string, most: number = MOST_QUOTED): string {
  const characters = Array.from(text);
  if (characters.length <= most) return text;
  const half = Math.floor(most / 2);
  return `${characters.slice(0, half - 1).join('')}…${characters.slice(-half).join('')}`;
}

/** A finished sentence in which every quoted text, and every word, that is too long was shortened. */
export function shortenQuoted(sentence: string): string {
  return sentence
    .replaceAll(/"([^"]*)"/g, (whole, text: string) => (text.length > MOST_QUOTED ? quote(text) : whole))
    .replaceAll(/[^\s"]+/g, (word) => shorten(word));
}
