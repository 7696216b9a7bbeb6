import { randomBytes } from 'node:crypto';
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
export function messageParts(value: unknown): readonly Uint8Array[] {
  const large: { readonly placeholder: Buffer; readonly bytes: Uint8Array }[] = [];
  const extensionCodec = new ExtensionCodec();
  extensionCodec.register({
    type: 0,
    encode(each) {
      if (!(each instanceof Uint8Array) || each.byteLength < LARGE) return null;
      const token = randomBytes(TOKEN_BYTES);
      large.push({ placeholder: Buffer.from([...PLACEHOLDER, ...token]), bytes: each });
      return token;
    },
    decode: () => null,
  });
  const message = encode(value, { ignoreUndefined: true, extensionCodec });
  const found = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { placeholder, bytes } of large) {
    const at = found.indexOf(placeholder, from);
    parts.push(found.subarray(from, at), binaryHead(bytes.byteLength), bytes);
    from = at + placeholder.byteLength;
  }
  return [...parts, found.subarray(from)];
}

function binaryHead(length: number): Uint8Array {
  const head = Buffer.alloc(5, BINARY);
  head.writeUInt32BE(length, 1);
  return head;
}
