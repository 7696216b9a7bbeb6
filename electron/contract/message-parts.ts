import { encode, ExtensionCodec } from '@msgpack/msgpack';

/** Arrays of this many bytes and more are not copied: 1 MiB. */
const LARGE = 2 ** 20;

/** Of MessagePack: an extension of sixteen bytes, here of type 0, and an array of bytes whose length follows in four. */
const PLACEHOLDER = [0xd8, 0];
const BINARY = 0xc6;
const TOKEN_BYTES = 16;

/**
 * A value as MessagePack, in parts that are sent one after another. Large arrays of bytes in it are parts of their own, in the memory where
 * they lie: copying a character of 200 MB would hold everything else up. Fields that are undefined are left out.
 */
export function messageParts(value: unknown): readonly Uint8Array<ArrayBuffer>[] {
  const large: { readonly token: Uint8Array; readonly bytes: Uint8Array<ArrayBuffer> }[] = [];
  const extensionCodec = new ExtensionCodec();
  extensionCodec.register({
    type: 0,
    encode(each) {
      if (!(each instanceof Uint8Array) || each.byteLength < LARGE) return null;
      const token = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES));
      // Nothing that is sent lies in memory that threads share.
      large.push({ token, bytes: each as Uint8Array<ArrayBuffer> });
      return token;
    },
    decode: () => null,
  });
  const message = encode(value, { ignoreUndefined: true, extensionCodec });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let from = 0;
  for (const { token, bytes } of large) {
    const at = placeOf(message, [...PLACEHOLDER, ...token], from);
    parts.push(message.subarray(from, at), binaryHead(bytes.byteLength), bytes);
    from = at + PLACEHOLDER.length + TOKEN_BYTES;
  }
  return [...parts, message.subarray(from)];
}

/** Where bytes that are there begin, from a place on. */
function placeOf(message: Uint8Array, wanted: readonly number[], from: number): number {
  let at = message.indexOf(wanted[0]!, from);
  while (!wanted.every((byte, i) => message[at + i] === byte)) at = message.indexOf(wanted[0]!, at + 1);
  return at;
}

function binaryHead(length: number): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(5);
  head[0] = BINARY;
  new DataView(head.buffer).setUint32(1, length);
  return head;
}
