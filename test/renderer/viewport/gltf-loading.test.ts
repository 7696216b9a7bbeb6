import { readFileSync } from 'node:fs';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { MorphTargetManager } from '@babylonjs/core/Morph/morphTargetManager.js';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { loadCharacter } from '../../../renderer/viewport/character/character-view.ts';
import { createScene } from '../../../renderer/viewport/stage/engine.ts';
import { readGlb } from '../../../core/formats/gltf/glb.ts';
import { glbOf } from '../../core/formats/build-glb.ts';
import { largeCharacter } from '../../helpers/large-character.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { meshoptGlb } from '../../helpers/meshopt-glb.ts';

const engine = new NullEngine();
const scene = createScene(engine);
afterAll(() => engine.dispose());

/** A GLB without binary data around a glTF description. */
function glb(json: object | string): Uint8Array {
  const text = new TextEncoder().encode(typeof json === 'string' ? json : JSON.stringify(json));
  const length = (text.length + 3) & ~3;
  const bytes = new Uint8Array(20 + length).fill(0x20, 20);
  const view = new DataView(bytes.buffer);
  [0x46546c67, 2, bytes.length, length, 0x4e4f534a].forEach((word, i) => view.setUint32(4 * i, word, true));
  bytes.set(text, 20);
  return bytes;
}

const asset = { version: '2.0' };

describe('a file that cannot be shown is refused in one sentence:', () => {
  test.each([
    ['no GLB at all', new Uint8Array([1, 2, 3]), 'it is not a GLB file'],
    ['a truncated one', glb({ asset }).slice(0, 30), 'ends in the middle'],
    ['broken JSON', glb('{"asset":'), 'not valid JSON'],
    [
      'one that needs what is not known',
      glb({ asset, extensionsRequired: ['ACME_secret', 'KHR_texture_basisu'] }),
      'it needs ACME_secret, which',
    ],
    ['a node that is its own ancestor', glb({ asset, scenes: [{ nodes: [0] }], scene: 0, nodes: [{ children: [0] }] }), ''],
    [
      'a picture from somewhere else',
      glb({
        asset,
        scenes: [{ nodes: [0] }],
        scene: 0,
        nodes: [{ mesh: 0 }],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
        accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] }],
        bufferViews: [{ buffer: 0, byteLength: 36 }],
        buffers: [{ byteLength: 36, uri: 'https://example.org/mesh.bin' }],
      }),
      'only what is inside the file',
    ],
  ])('%s', async (_, bytes, reason) => {
    const refusal = await loadCharacter(scene, bytes).then(
      () => 'it was loaded',
      (error: unknown) => (error as Error).message,
    );
    expect(refusal).toMatch(/^The character cannot be shown: [^\n]+\.$/);
    expect(refusal).toContain(reason);
    expect(scene.meshes).toEqual([]);
  });
});

test.each(['EXT_meshopt_compression', 'KHR_meshopt_compression'] as const)(
  'what an encoder compressed for %s is drawn as it was before',
  async (extension) => {
    const bytes = new Uint8Array(readFileSync(MANNEQUIN));
    const [plain, packed] = await Promise.all([bytes, meshoptGlb(bytes, extension)].map((file) => loadCharacter(scene, file)));
    expect(packed!.bounds()).toEqual(plain!.bounds());
    const counts = ({ meshes }: typeof plain & object) => meshes.map((mesh) => [mesh.getTotalVertices(), mesh.getTotalIndices()]);
    expect(counts(packed!)).toEqual(counts(plain!));
    plain!.dispose();
    packed!.dispose();
  },
);

describe('a character whose pictures are KTX2 files', () => {
  /** A thread that answers what the decoder would. */
  const decoder = (answer: (bytes: Uint8Array) => Uint8Array | null) =>
    class {
      hear: (event: object) => void = () => {};
      addEventListener(kind: string, listener: (event: object) => void): void {
        if (kind === 'message') this.hear = listener;
      }
      postMessage({ bytes }: { bytes: Uint8Array }): void {
        queueMicrotask(() => this.hear({ data: answer(bytes) }));
      }
      terminate(): void {}
    };
  const drawn = async (
    answer: (bytes: Uint8Array) => Uint8Array | null,
    file = largeCharacter({ ktx2: 1000 }),
  ): Promise<number> => {
    vi.stubGlobal('Worker', decoder(answer));
    vi.stubGlobal('document', { baseURI: 'http://localhost/' });
    const view = await loadCharacter(scene, file);
    vi.unstubAllGlobals();
    expect(view.meshes).toHaveLength(1);
    const count = view.meshes[0]!.material!.getActiveTextures().length;
    expect(view.leftOut).toBe(1 - count);
    view.dispose();
    return count;
  };

  test.each([
    ['as glTF has it', {}],
    ['as others are named', { extensionsUsed: [], textures: [{ source: 0 }] }],
  ])('is drawn with what is decoded of them, named %s', async (_, naming) => {
    const { json, binary } = readGlb(largeCharacter({ ktx2: 1000 }));
    const document = { ...JSON.parse(new TextDecoder().decode(json)), ...naming };
    const asked: number[] = [];
    expect(await drawn((bytes) => new Uint8Array(8 + 4 * asked.push(bytes[1]!)).fill(1, 0, 1), glbOf(document, binary))).toBe(1);
    expect(asked).toEqual([0x4b]);
  });

  test('is drawn without those that are damaged', async () => {
    expect(await drawn(() => null)).toBe(0);
  });
});

test('the morph targets of a mesh are gathered once, when all of them are there', async () => {
  const gathered = vi.spyOn(MorphTargetManager.prototype, 'synchronize');
  const view = await loadCharacter(scene, largeCharacter({ morphs: 4 }));
  const managers = view.meshes.flatMap(({ morphTargetManager }) => morphTargetManager ?? []);
  expect(managers.map(({ numTargets, areUpdatesFrozen }) => [numTargets, areUpdatesFrozen])).toEqual([[4, false]]);
  expect(gathered).toHaveBeenCalledOnce();
  gathered.mockRestore();
  view.dispose();
});
