import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { isBasis } from '../../../core/formats/gltf/image-size.ts';
import { ktx2 } from '../../helpers/ktx2.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url));
const DECODER = 'node_modules/three/examples/jsm/libs/basis/basis_transcoder';

/** The thread in a place where, as in the window, no text becomes code. */
function startThread(): (bytes: Uint8Array) => Promise<Uint8Array | null> {
  let hear: (event: { data: unknown }) => void = () => {};
  let settle: (picture: Uint8Array | null) => void = () => {};
  const scope: Record<string, unknown> = {
    TextDecoder,
    addEventListener: (_: string, listener: typeof hear) => (hear = listener),
    postMessage: (picture: Uint8Array | null) => settle(picture),
    importScripts: (path: string) => runInContext(read(path).toString(), context),
    fetch: async (path: string) => ({ arrayBuffer: async () => new Uint8Array(read(path)).buffer }),
    location: { href: 'http://localhost/' },
  };
  scope['self'] = scope;
  const context = createContext(scope, { codeGeneration: { strings: false, wasm: true } });
  runInContext('self = globalThis', context);
  runInContext(stripTypeScriptTypes(read('renderer/viewport/character/basis-thread.ts').toString()), context);
  return (bytes) =>
    new Promise((resolve) => {
      settle = resolve;
      hear({ data: { script: `${DECODER}.js`, binary: `${DECODER}.wasm`, bytes } });
    });
}

test('a KTX2 picture is decoded where no text may become code, one after the other, and a damaged one is not', async () => {
  const decode = startThread();
  for (const [side, colour] of [
    [8, [200, 100, 50, 255]],
    [6, [10, 20, 30, 40]],
  ] as const) {
    const picture = await decode(ktx2(side, colour));
    expect([...picture!]).toEqual([side, 0, 0, 0, side, 0, 0, 0, ...Array.from({ length: side * side }, () => colour).flat()]);
  }
  expect(await decode(ktx2(8, [1, 2, 3, 4]).subarray(0, 170))).toBeNull();
  // Blocks of no mode that there is.
  expect(await decode(ktx2(8, [1, 2, 3, 4]).fill(69, 160))).toBeNull();
  // 8200 × 4 pixels, and no smaller copy.
  const wide = new Uint8Array(160 + 16 * 2050);
  wide.set(ktx2(8, [1, 2, 3, 4]).subarray(0, 160));
  new DataView(wide.buffer).setUint32(20, 8200, true);
  new DataView(wide.buffer).setUint32(24, 4, true);
  [88, 96].forEach((at) => new DataView(wide.buffer).setBigUint64(at, 16n * 2050n, true));
  expect(await decode(wide)).toBeNull();
});

/** What ktx2-encoder 0.6.0 made of 8 × 8 pixels: (240, 60, 128) on the left, (30, 200, 128) on the right. */
test.each([
  [
    'ETC1S, BasisLZ',
    'q0tUWCAyMLsNChoKAAAAAAEAAAAIAAAACAAAAAAAAAAAAAAAAQAAAAEAAAABAAAAaAAAACwAAACUAAAAJAAAALgAAAAAAAAAigAAAAAAAABCAQAAAAAAAAIAAAAAAAAAAAAAAAAAAAAsAAAAAAAAAAIAKACjAQIAAwMAAAgAAAAAAAAAAAA/AAAAAAAAAAAA/////x8AAABLVFh3cml0ZXIAQmFzaXMgVW5pdmVyc2FsIDIuNTAAAAIAAgAtAAAACQAAACwAAAAAAAAAAAAAAAAAAAACAAAAAAAAAAAAAAAawEQAAAAAAADSoQKYAQAAAAAAgtL9B2AiAAAAAAAAOYAATAEQAAAAACBZOAGsqqqqUlVVVQVgwEQAAAAAAACSSgCYABAAAAAAQBwBJgQIAAAAgCBySgHABAAAAAAAAAIIAMQA',
  ],
  [
    'UASTC, Zstandard, with smaller copies of itself',
    'q0tUWCAyMLsNChoKAAAAAAEAAAAIAAAACAAAAAAAAAAAAAAAAQAAAAQAAAACAAAAsAAAACwAAADcAAAAJAAAAAAAAAAAAAAAAAAAAAAAAABLAQAAAAAAACQAAAAAAAAAQAAAAAAAAAAyAQAAAAAAABkAAAAAAAAAEAAAAAAAAAAZAQAAAAAAABkAAAAAAAAAEAAAAAAAAAAAAQAAAAAAABkAAAAAAAAAEAAAAAAAAAAsAAAAAAAAAAIAKACmAQIAAwMAABAAAAAAAAAAAAB/AAAAAAAAAAAA/////x8AAABLVFh3cml0ZXIAQmFzaXMgVW5pdmVyc2FsIDIuNTAAACi1L/0gEIEAAFcWE/C/lo8BAAAAAAAAAAAotS/9IBCBAAD1CLs7Di0XENDPz88PAAAAKLUv/SAQgQAA9QCLvSepGBAQDw8PDwAAACi1L/0gQN0AAIAXngfwP7cAAQDXAxnwvwaVAwBDYTBTmwwcAQ==',
  ],
])('a picture of an encoder is decoded: %s', async (_, encoded) => {
  const bytes = Uint8Array.from(Buffer.from(encoded, 'base64'));
  expect(isBasis(bytes)).toBe(true);
  const picture = (await startThread()(bytes))!;
  expect([...picture.subarray(0, 8)]).toEqual([8, 0, 0, 0, 8, 0, 0, 0]);
  for (let i = 0; i < 64; i++) {
    const colour = i % 8 < 4 ? [240, 60, 128, 255] : [30, 200, 128, 255];
    colour.forEach((value, c) => expect(Math.abs(picture[8 + 4 * i + c]! - value)).toBeLessThan(10));
  }
});
