import { isGlb, readGlb } from './glb.ts';
import { GLTF_JSON_BUDGET } from './gltf-asset.ts';
import { checkBytes, isRecord, parseJsonObject } from '../text/json-text.ts';
import { encodeUtf8 } from '../text/utf8.ts';
import { encodeBase64 } from '../text/base64.ts';

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
  const data = binary.subarray(0, Number(byteLength));
  const uri = `data:application/octet-stream;base64,${encodeBase64(data)}`;
  const text = JSON.stringify({ ...document, buffers: [{ ...buffers[0], uri }, ...buffers.slice(1)] });
  return encodeUtf8(text);
}
