/** The one part of the Encoding Standard that formats need: every engine has it, and neither the DOM's nor Node's types are known here. */
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };
declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** UTF-8 bytes as text: without a byte order mark, and with U+FFFD for bytes that are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Text as UTF-8 bytes. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}
