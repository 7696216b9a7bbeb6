const TEXTS = import.meta.glob<string>('../../../docs/handbook/*.md', { query: '?raw', import: 'default', eager: true });
const PICTURES = import.meta.glob<string>('../../../docs/handbook/pictures/*.jpg', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The Markdown of a page; an empty string when there is no such page. */
export function textOfPage(page: string): string {
  return TEXTS[`../../../docs/handbook/${page}.md`] ?? '';
}

/** The address of a picture as pages name it, relative to their folder; null when there is none. */
export function addressOfPicture(name: string): string | null {
  return PICTURES[`../../../docs/handbook/${name}`] ?? null;
}
