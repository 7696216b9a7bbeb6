import { Window } from 'happy-dom';

/** The document of a page's text. */
export function parseHTML(text: string): Document {
  const { document } = new Window();
  document.write(text);
  return document as unknown as Document;
}
