import {
  findChildByName,
  findDocumentNode,
  type FBXDocument,
  type FBXNode,
  type FBXProperty,
} from '@babylonjs/loaders/FBX/types/fbxTypes.js';

/** FBX's number for "the frame rate is the one that `CustomFrameRate` says". */
const CUSTOM_TIME_MODE = 14;
const SETTINGS = 'GlobalSettings';

/**
 * The document with its settings where FBX 7 has them, at the top: Babylon's interpreter looks nowhere else. FBX 6 keeps axes, unit and time mode
 * among its objects, and the frame rate in `Settings` of its section `Version5`. What several places say counts as the top says it, then the
 * objects, then that section.
 */
export function gatherSettings(document: FBXDocument): FBXDocument {
  const top = document.nodes.filter(({ name }) => name === SETTINGS);
  const inside = document.nodes
    .filter(({ name }) => name === 'Objects')
    .flatMap(({ children }) => children.filter(({ name }) => name === SETTINGS));
  const settings = frameRateSettings(document);
  if (inside.length === 0 && settings.length === 0) return document;
  // The interpreter takes what comes last.
  const children = [...settings, ...inside, ...top].flatMap((node) => node.children);
  return {
    ...document,
    nodes: [...document.nodes.filter(({ name }) => name !== SETTINGS), { name: SETTINGS, properties: [], children }],
  };
}

/** The frame rate that stands outside of any global settings, as they would have it. */
function frameRateSettings(document: FBXDocument): FBXNode[] {
  const section = findDocumentNode(document, 'Version5');
  const node = (section && findChildByName(section, 'Settings')) ?? findDocumentNode(document, 'Settings');
  // Written as text, "24".
  const rate = Number(node && findChildByName(node, 'FrameRate')?.properties[0]?.value);
  if (!(rate > 0 && Number.isFinite(rate))) return [];
  return [
    {
      name: SETTINGS,
      properties: [],
      children: [
        {
          name: 'Properties60',
          properties: [],
          children: [numberSetting('TimeMode', CUSTOM_TIME_MODE), numberSetting('CustomFrameRate', rate)],
        },
      ],
    },
  ];
}

function numberSetting(name: string, value: number): FBXNode {
  const text = (each: string): FBXProperty => ({ type: 'string', value: each });
  return { name: 'Property', properties: [text(name), text('double'), text(''), { type: 'float64', value }], children: [] };
}
