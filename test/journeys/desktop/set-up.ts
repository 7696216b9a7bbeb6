import { packForTests } from '../../../build/scripts/desktop/packed-for-tests.ts';

/** Packs the program before the first journey. Workers learn from the environment where it is, or why there is none. */
// oxlint-disable-next-line import/no-default-export -- Playwright calls what is exported so.
export default async function setUp(): Promise<void> {
  const packed = await packForTests();
  if ('reason' in packed) {
    console.log(`The desktop journeys are skipped: ${packed.reason}.`);
    process.env['LIMBER_NOT_PACKED'] = packed.reason;
    return;
  }
  console.log(`The desktop journeys run on Electron ${packed.electron}.`);
  process.env['LIMBER_PACKED'] = packed.folder;
  process.env['LIMBER_PACKED_PROGRAM'] = packed.program;
}
