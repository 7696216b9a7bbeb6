import { interpretFBX, type FBXSceneData } from '@babylonjs/loaders/FBX/interpreter/fbxInterpreter.js';
import { parseAsciiFBX } from '@babylonjs/loaders/FBX/parsers/fbxAsciiParser.js';
import { parseBinaryFBX } from '@babylonjs/loaders/FBX/parsers/fbxBinaryParser.js';
import type { FBXDocument } from '@babylonjs/loaders/FBX/types/fbxTypes.js';
import { decodeUtf8 } from '../text/utf8.ts';
import { checkFbx, isBinaryFbx } from './fbx-container.ts';
import { gatherSettings } from './gather-settings.ts';

/** An FBX file as Babylon's interpreter understands it: its own units and axes, times as the file has them. Throws an `Error` with one sentence. */
export function readFbx(bytes: Uint8Array): FBXSceneData {
  checkFbx(bytes);
  try {
    return interpretFBX(gatherSettings(parse(bytes)), { rebaseKeyframes: false });
  } catch (error) {
    throw new Error('the FBX file is damaged: its content cannot be understood', { cause: error });
  }
}

function parse(bytes: Uint8Array): FBXDocument {
  if (!isBinaryFbx(bytes)) return parseAsciiFBX(decodeUtf8(bytes));
  const { buffer, byteOffset, byteLength } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength;
  return parseBinaryFBX(isWhole ? buffer : bytes.slice().buffer);
}
