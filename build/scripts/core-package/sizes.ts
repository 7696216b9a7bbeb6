import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'rolldown';

/** What a page imports, and kilobytes (1,000 bytes, minified and compressed by gzip) that it may cost; null where nothing is promised. */
export const SIZE_CASES: readonly { readonly name: string; readonly code: string; readonly most: number | null }[] = [
  { name: 'one constant', code: "import { DEGREES } from 'PACKAGE/index.js'; console.log(DEGREES);", most: 1 },
  {
    name: 'forward kinematics',
    code: "import { createSkeleton, forwardKinematics, restPose, setRotation, worldPosition } from 'PACKAGE/index.js'; console.log(createSkeleton, forwardKinematics, restPose, setRotation, worldPosition);",
    most: 6,
  },
  {
    name: 'limits made and read',
    code: "import { cone, fixed, hinge, readJoint, slide } from 'PACKAGE/index.js'; console.log(cone, fixed, hinge, readJoint, slide);",
    most: null,
  },
  {
    name: 'the solver of the plane',
    code: "import { solvePlanar } from 'PACKAGE/planar.js'; console.log(solvePlanar);",
    most: null,
  },
  {
    name: 'the solver',
    code: "import { createSkeleton, createSolver, restPose } from 'PACKAGE/index.js'; console.log(createSkeleton, createSolver, restPose);",
    most: 52,
  },
  {
    name: 'rig and puller',
    code: "import { buildRig, createPuller, sceneFromObject3D } from 'PACKAGE/index.js'; console.log(buildRig, createPuller, sceneFromObject3D);",
    most: 117,
  },
  {
    name: 'retargeting with files',
    code: "import { readCharacter, readMotions, retargetClip, writeClip, buildRig } from 'PACKAGE/index.js'; console.log(readCharacter, readMotions, retargetClip, writeClip, buildRig);",
    most: 169,
  },
  { name: 'everything', code: "import * as all from 'PACKAGE/index.js'; console.log(all);", most: null },
];

/** Bytes that each case of {@link SIZE_CASES} costs a page, of the package in this folder. */
export async function measureSizes(
  folder: string,
): Promise<{ name: string; minified: number; gzip: number; most: number | null }[]> {
  const work = mkdtempSync(join(folder, '.sizes-'));
  try {
    return await Promise.all(
      SIZE_CASES.map(async ({ name, code, most }, i) => {
        const entry = join(work, `${i}.js`);
        writeFileSync(entry, code.replaceAll('PACKAGE', folder.replaceAll('\\', '/')));
        const bundle = await build({
          input: entry,
          write: false,
          platform: 'browser',
          logLevel: 'silent',
          // Notes to bundlers are gone from a page that Vite builds.
          output: { minify: true, codeSplitting: false, comments: { annotation: false } },
        });
        const bytes = Buffer.from(bundle.output[0].code);
        return { name, minified: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, most };
      }),
    );
  } finally {
    rmSync(work, { recursive: true });
  }
}
