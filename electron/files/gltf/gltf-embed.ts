import { isGlb, readGlb } from './glb.ts';
import { GLTF_JSON_BUDGET } from './gltf-asset.ts';
import { checkBytes, isRecord, parseJsonObject } from '../storage/json-text.ts';

/** A GLB as a .gltf (JSON) file with its BIN chunk embedded; a file that is one already stays as it is. */
export function toEmbeddedGltf(bytes: Uint8Array): Uint8Array {
  if (!isGlb(bytes)) return bytes;
  const { json, binary } = readGlb(bytes);
  const document = parseJsonObject(json, "the glTF file's JSON", GLTF_JSON_BUDGET);
  const { buffers } = document;
  if (!binary || !Array.isArray(buffers) || !isRecord(buffers[0])) return json;
  const { byteLength } = buffers[0];
  // Three bytes become four letters.
  checkBytes((4 / 3) * binary.byteLength + json.byteLength, GLTF_JSON_BUDGET.bytes, 'a .gltf file of this character');
  const data = Buffer.from(binary.buffer, binary.byteOffset, Math.min(binary.byteLength, Number(byteLength)));
  const uri = `data:application/octet-stream;base64,${data.toString('base64')}`;
  const text = JSON.stringify({ ...document, buffers: [{ ...buffers[0], uri }, ...buffers.slice(1)] });
  return new TextEncoder().encode(text);
}
