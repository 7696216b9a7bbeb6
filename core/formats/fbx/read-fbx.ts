import { interpretFBX, type FBXSceneData } from '@babylonjs/loaders/FBX/interpreter/fbxInterpreter.js';
import { parseAsciiFBX } from '@babylonjs/loaders/FBX/parsers/fbxAsciiParser.js';
import { parseBinaryFBX } from '@babylonjs/loaders/FBX/parsers/fbxBinaryParser.js';
import {
  type FBXDocument,
  findChildByName,
  findDocumentNode,
  type FBXNode,
  type FBXProperty,
} from '@babylonjs/loaders/FBX/types/fbxTypes.js';
import { decodeUtf8 } from '../text/utf8.ts';
import { checkFbx, isBinaryFbx } from './fbx-container.ts';
import { getPropertyEntries } from '@babylonjs/loaders/FBX/interpreter/propertyTemplates.js';

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

/** FBX's number for "the frame rate is the one that `CustomFrameRate` says". */
const CUSTOM_TIME_MODE = 14;
/** Frames a second of the time modes of NTSC. Babylon's interpreter rounds four of them, so that frames drift from the keys, and lacks the last. */
const NTSC_RATES: Readonly<Record<number, number>> = {
  8: 30_000 / 1001,
  9: 30_000 / 1001,
  13: 24_000 / 1001,
  17: 60_000 / 1001,
  18: 120_000 / 1001,
};
const SETTINGS = 'GlobalSettings';

/**
 * The document with its settings where FBX 7 has them, at the top: Babylon's interpreter looks nowhere else. FBX 6 keeps axes, unit and time mode
 * among its objects, and the frame rate in `Settings` of its section `Version5`. What several places say counts as the top says it, then the
 * objects, then that section. Frame rates of NTSC are written as custom ones.
 */
function gatherSettings(document: FBXDocument): FBXDocument {
  const top = document.nodes.filter(({ name }) => name === SETTINGS);
  const inside = document.nodes
    .filter(({ name }) => name === 'Objects')
    .flatMap(({ children }) => children.filter(({ name }) => name === SETTINGS));
  const settings = frameRateSettings(document);
  // The interpreter takes what comes last.
  const gathered = settingsOf([...settings, ...inside, ...top].flatMap((node) => node.children));
  const mode = getPropertyEntries(gathered).findLast(({ name }) => name === 'TimeMode')?.values[0];
  const rate = NTSC_RATES[Number(mode)];
  if (inside.length === 0 && settings.length === 0 && rate === undefined) return document;
  const whole = rate === undefined ? gathered : settingsOf([...gathered.children, customRate(rate)]);
  return { ...document, nodes: [...document.nodes.filter(({ name }) => name !== SETTINGS), whole] };
}

function settingsOf(children: FBXNode[]): FBXNode {
  return { name: SETTINGS, properties: [], children };
}

function customRate(rate: number): FBXNode {
  return {
    name: 'Properties60',
    properties: [],
    children: [numberSetting('TimeMode', CUSTOM_TIME_MODE), numberSetting('CustomFrameRate', rate)],
  };
}

/** The frame rate that stands outside of any global settings, as they would have it. */
function frameRateSettings(document: FBXDocument): FBXNode[] {
  const section = findDocumentNode(document, 'Version5');
  const node = (section && findChildByName(section, 'Settings')) ?? findDocumentNode(document, 'Settings');
  // Written as text, "24".
  const rate = Number(node && findChildByName(node, 'FrameRate')?.properties[0]?.value);
  if (!(rate > 0 && Number.isFinite(rate))) return [];
  return [settingsOf([customRate(rate)])];
}

function numberSetting(name: string, value: number): FBXNode {
  const text = (each: string): FBXProperty => ({ type: 'string', value: each });
  return { name: 'Property', properties: [text(name), text('double'), text(''), { type: 'float64', value }], children: [] };
}
