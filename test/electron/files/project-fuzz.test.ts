import { cp, mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ProjectData } from '../../../core/document/project-data.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { readProjectFolder } from '../../../electron/files/project/project-folder.ts';
import { writeProjectFolder } from '../../../electron/files/project/save-project.ts';
import { projectDataSchema } from '../../../electron/files/storage/project-schema.ts';
import { cases } from '../../helpers/extent.ts';
import { HERO } from '../services/fresh-services.ts';
import { sampleProject } from '../services/sample-project.ts';

const CASES = cases(100, 300);
const SEED = 7;
const HASH = '1'.repeat(64);
const AT = { position: [0.1, 0.2, 0.3], rotation: [0, 0, 0, 1] } as const;

/** What stands beside the character. */
const SCENE: Partial<ProjectData> = {
  props: [
    {
      id: 'prop-1',
      name: 'Cup',
      form: { kind: 'cylinder', radius: 0.04, height: 0.12 },
      isGround: true,
      rest: { ...AT, by: { actor: 'actor-1', joint: 'hand' } },
      grips: [{ hand: 'right', ...AT, fingers: { Index: [0.1, 0.6] } }],
      motions: {
        'clip-1': {
          keys: [{ time: 0.5, ...AT, interpolation: 'ease' }],
          changes: [{ from: 1, by: { prop: 'prop-2' } }],
        },
      },
    },
    {
      id: 'prop-2',
      name: 'Sword',
      form: { kind: 'file', fileName: 'sword.glb', hash: HASH, scale: 1 },
      rest: { ...AT, by: null },
      motions: {},
    },
  ],
};

test(
  `${CASES} damaged project folders (seed ${SEED}) open with valid content or are refused in one sentence`,
  { timeout: 60_000 },
  async () => {
    const random = seededRandom(SEED);
    const base = await mkdtemp(join(tmpdir(), 'limber-fuzz-'));
    const whole = join(base, 'whole');
    await writeProjectFolder(whole, sampleProject('0'.repeat(64), SCENE), async () => HERO);
    const names = (await readdir(whole, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.glb'))
      .map((entry) => join(entry.parentPath, entry.name).slice(whole.length + 1))
      .toSorted();
    let opened = 0;
    for (let i = 0; i < CASES; i++) {
      const folder = join(base, String(i));
      await cp(whole, folder, { recursive: true });
      const name = names[Math.floor(random() * names.length)]!;
      await writeFile(join(folder, name), damage(await readFile(join(folder, name)), random));
      try {
        const { project } = await readProjectFolder(folder);
        expect(projectDataSchema.safeParse(project).success, name).toBe(true);
        opened++;
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
        expect((error as Error).message, name).toMatch(/^[^\n]{10,400}$/);
      }
    }
    expect(opened).toBeGreaterThan(CASES / 4);
    expect(opened).toBeLessThan(CASES);
  },
);

/** Cuts the file off, changes bytes, or puts something in that JSON would not expect. */
function damage(bytes: Buffer, random: () => number): Uint8Array {
  const at = Math.floor(random() * bytes.length);
  const kind = Math.floor(random() * 4);
  if (kind === 0) return bytes.subarray(0, at);
  if (kind === 1) return Buffer.concat([bytes.subarray(0, at), Buffer.from('['.repeat(100_000)), bytes.subarray(at)]);
  if (kind === 2)
    return Buffer.from(
      bytes.toString('latin1').replace(/[0-9]+(?=[,\]])/, ['1e999', 'null', '"x"', '-0', '1e308'][at % 5]!),
      'latin1',
    );
  const copy = Buffer.from(bytes);
  for (let k = 0; k < 3; k++) copy[(at + k * 17) % copy.length] = Math.floor(random() * 256);
  return copy;
}
