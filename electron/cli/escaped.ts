/** Text as HTML shows it. */
export function escaped(text: string): string {
  const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (sign) => SIGNS[sign]!);
}
