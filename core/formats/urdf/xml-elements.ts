import { quote } from '../text/quote.ts';

/** An element of an XML file, without its text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
}

/** The longest text, and how deep elements may stand in each other, and how many there may be. */
const MAX_CHARACTERS = 1 << 24;
const MAX_DEPTH = 100;
const MAX_ELEMENTS = 500_000;

const ENTITIES = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** What stands between the elements, or is one's beginning or end. Each alternative ends at its own first mark, so that time grows with the length alone. */
const PIECE =
  /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[[^]*?\]\]>|<!(?!--|\[CDATA\[)[^>]*>|<\/([^\s<>/]+)\s*>|<([^\s<>/]+)((?:[^<>"']|"[^"]*"|'[^']*')*)>/y;
const ATTRIBUTE = /([^\s=/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The root element of an XML text; comments, declarations and text are passed over. Throws an `Error` of one sentence when it is none. */
export function parseXml(text: string, what: string): XmlElement {
  if (text.length > MAX_CHARACTERS) throw new Error(`${what} has more than the ${MAX_CHARACTERS} characters that can be read`);
  const top: XmlElement[] = [];
  const open: { readonly name: string; readonly children: XmlElement[] }[] = [{ name: '', children: top }];
  let count = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', PIECE.lastIndex)) {
    PIECE.lastIndex = at;
    const piece = PIECE.exec(text);
    if (piece === null) throw new Error(`${what} cannot be read as XML from ${quote(text.slice(at, at + 30))} on`);
    const [, ended, begun, rest = ''] = piece;
    if (ended !== undefined) {
      if (open.length === 1 || open.at(-1)!.name !== ended)
        throw new Error(`${what} ends the element ${quote(ended)}, which is not open there`);
      open.pop();
    }
    if (begun === undefined) continue;
    if (++count > MAX_ELEMENTS) throw new Error(`${what} has more than the ${MAX_ELEMENTS} elements that can be read`);
    const children: XmlElement[] = [];
    open.at(-1)!.children.push({ name: begun, attributes: attributesOf(rest), children });
    if (rest.endsWith('/')) continue;
    if (open.push({ name: begun, children }) > MAX_DEPTH) throw new Error(`${what} is nested more than ${MAX_DEPTH} levels deep`);
  }
  if (open.length > 1) throw new Error(`${what} does not end the element ${quote(open.at(-1)!.name)}`);
  if (top.length !== 1) throw new Error(`${what} must be XML with one element that holds all others, got ${top.length}`);
  return top[0]!;
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(text.matchAll(ATTRIBUTE), ([, name = '', double, single = '']) => [
      name,
      (double ?? single).replaceAll(/&(\w+);/g, (whole, entity: string) => ENTITIES.get(entity) ?? whole),
    ]),
  );
}
