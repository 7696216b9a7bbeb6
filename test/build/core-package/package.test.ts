import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CORE_PACKAGE } from '../../../build/scripts/core-package/build-core.ts';
import { measureSizes } from '../../../build/scripts/core-package/sizes.ts';
import { toolPath } from '../../../build/scripts/tools.ts';
import { projectFolder } from '../../../build/vite-targets.ts';
import { examplesOf } from './examples.ts';
import { installPackage, type InstalledPackage } from './installed-package.ts';

let core: InstalledPackage;
beforeAll(async () => void (core = await installPackage()), 120_000);
afterAll(() => core?.remove());

/** An elbow of two bones along +X that should bring its hand to (0.3, 0.3, 0). */
const PROGRAM = `const skeleton = createSkeleton([
  { name: 'upper', parent: -1, offset: [0, 0, 0] },
  { name: 'lower', parent: 0, offset: [0.3, 0, 0], limit: hinge({ axis: [0, 0, 1], min: -2, max: 2 }) },
  { name: 'hand', parent: 1, offset: [0.25, 0, 0] },
]);
const outcome = createSolver(skeleton).solve(restPose(skeleton), [{ kind: 'position', joint: 2, target: [0.3, 0.3, 0] }]);
const [x, y, z] = worldPosition(forwardKinematics(skeleton, outcome.pose), 2);
console.log(outcome.status, Math.hypot(x - 0.3, y - 0.3, z) < 1e-3);
`;
const NAMES = 'createSkeleton, createSolver, forwardKinematics, hinge, restPose, worldPosition';

/** What the compiler says of files of the program that import the package. */
function check(files: Readonly<Record<string, string>>, module = 'nodenext', globals = ''): string {
  writeFileSync(join(core.program, 'console.d.ts'), `declare const console: { log(...values: unknown[]): void };\n${globals}`);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(core.program, name), text);
  const flags = [
    '--noEmit',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noUncheckedIndexedAccess',
    '--target',
    'es2022',
    '--lib',
    'es2022',
  ];
  const parameters = [...flags, '--module', module, '--types', '', '--ignoreConfig', 'console.d.ts', ...Object.keys(files)];
  return spawnSync(process.execPath, [toolPath('tsc'), ...parameters], { cwd: core.program, encoding: 'utf8' }).stdout;
}

function typesText(): string {
  return readFileSync(join(core.installed, 'index.d.ts'), 'utf8');
}

/** The names that the package's types export: as programs import them, or as they are declared. */
function exportedNames(imported: boolean): readonly string[] {
  const other = imported ? /^.* as / : / as .*$/;
  return [...typesText().matchAll(/export \{([^}]*)\};/g)].flatMap(([, list = '']) =>
    list.split(',').map((name) =>
      name
        .trim()
        .replace(/^type /, '')
        .replace(other, ''),
    ),
  );
}

/** What is written by mistake by those who come from other libraries; prints the sentence of each refusal. */
const MISTAKES = `import { createSkeleton, createSolver, forwardKinematics, hinge, movingOnly, readJoint, restPose, worldPosition } from '${CORE_PACKAGE}';
const limited = (limit) => createSkeleton([{ name: 'hand', parent: -1, offset: [0, 0, 0], limit }]);
const skeleton = createSkeleton([{ name: 'arm', parent: -1, offset: [0, 0, 0] }, { name: 'hand', parent: 0, offset: [0, 1, 0] }]);
const pose = restPose(skeleton);
const solve = (goal) => createSolver(skeleton).solve(pose, [{ kind: 'position', joint: 1, target: [0, 1, 0], ...goal }]);
const unit = [0, 0, 0, 1];
for (const mistake of [
  () => hinge({ axis: [1, 0, 0], max: 150 }),
  () => limited({ kind: 'hinge', axis: [1, 0, 0], min: 0, max: 150 }),
  () => limited({ kind: 'swingTwist', parentFrame: unit, childFrame: unit, swing: [1, 60, 1, 1], twist: [0, 0] }),
  () => solve({ target: { x: 0, y: 1, z: 0 } }),
  () => solve({ joint: 'hand' }),
  () => solve({ frame: 'hand' }),
  () => movingOnly(skeleton, ['hand']),
  () => readJoint(skeleton, pose, 'hand'),
  () => worldPosition(forwardKinematics(skeleton, pose), 'hand'),
]) {
  try {
    mistake();
    console.log('nothing was refused');
  } catch (error) {
    console.log(error.message);
  }
}
`;

describe('the package, installed in a project that has nothing else', () => {
  test('solves in JavaScript, by import and by require', () => {
    expect(core.run('program.mjs', `import { ${NAMES} } from '${CORE_PACKAGE}';\n${PROGRAM}`)).toBe('reached true\n');
    expect(core.run('program.cjs', `const { ${NAMES} } = require('${CORE_PACKAGE}/ik');\n${PROGRAM}`)).toBe('reached true\n');
  });

  test('brings every subpath along, with types for each name that it exports', () => {
    const { exports, version, license, sideEffects } = JSON.parse(readFileSync(join(core.installed, 'package.json'), 'utf8'));
    const subpaths = Object.keys(exports).filter((path) => path !== './package.json');
    expect(subpaths.sort()).toEqual(
      [
        '.',
        './animation',
        './babylon',
        './contact',
        './formats',
        './humanoid',
        './ik',
        './library',
        './planar',
        './three',
      ].sort(),
    );
    expect([license, sideEffects, version]).toEqual(['MIT', false, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
    const lines = subpaths.map((path, i) => `import * as part${i} from '${CORE_PACKAGE}${path.slice(1)}';`);
    const counts = `console.log(JSON.stringify([${subpaths.map((_, i) => `Object.keys(part${i})`).join(', ')}]));`;
    const names: string[][] = JSON.parse(core.run('subpaths.mjs', `${lines.join('\n')}\n${counts}`));
    const uses = names.map((list, i) => `console.log(${list.map((name) => `part${i}.${name}`).join(', ')});`);
    expect(names.every((list) => list.length > 0)).toBe(true);
    expect(check({ 'subpaths.ts': `${lines.join('\n')}\n${uses.join('\n')}\n` })).toBe('');
  });

  test.each(['nodenext', 'preserve'])('has types that a strict compiler takes and that refuse what is wrong (%s)', (module) => {
    const text = `import { ${NAMES} } from '${CORE_PACKAGE}';\n${PROGRAM}`;
    expect(check({ 'program.ts': text }, module)).toBe('');
    expect(check({ 'program.ts': text.replace("kind: 'position'", "kind: 'wish'") }, module)).toContain('"wish"');
  });

  test('has types that tell the poses of two skeletons apart, as long as the compiler knows their joints', () => {
    const text = `import { blendPose, clampPose, createSkeleton, createSolver, forwardKinematics, restPose, withLimits, type Pose, type Skeleton } from '${CORE_PACKAGE}';
const arm = createSkeleton([{ name: 'elbow', parent: -1, offset: [0, 0, 0] }, { name: 'hand', parent: 0, offset: [0, 1, 0] }]);
const leg = createSkeleton([{ name: 'knee', parent: -1, offset: [0, 0, 0] }, { name: 'foot', parent: 0, offset: [0, 1, 0] }]);
const any: Skeleton = createSkeleton(['a', 'b'].map((name, j) => ({ name, parent: j - 1, offset: [0, j, 0] as const })));
const pose: Pose = restPose(leg);
const { pose: found } = createSolver(arm).solve(restPose(arm), [], { seeds: [restPose(arm), pose, restPose(any)], into: new Float64Array(11) });
forwardKinematics(arm, blendPose(found, clampPose(arm, found).pose, 0.5));
forwardKinematics(withLimits(arm, arm.limits), pose.slice());
createSolver(any).solve(restPose(leg), []);
// @ts-expect-error: a pose of the leg
createSolver(arm).solve(restPose(leg), []);
// @ts-expect-error: a seed of the leg
createSolver(arm).solve(restPose(arm), [], { seeds: [restPose(leg)] });
// @ts-expect-error: what was found for the arm
forwardKinematics(leg, found);
// @ts-expect-error: half arm, half leg
blendPose(restPose(arm), restPose(leg), 0.5);
// @ts-expect-error: a pose of the arm
clampPose(withLimits(leg, leg.limits), found);
`;
    expect(check({ 'poses.ts': text })).toBe('');
    const lines = text.split('\n').filter((line) => !line.startsWith('// @ts-expect-error'));
    const errors = check({ 'poses.ts': lines.join('\n') });
    expect(errors.match(/poses\.ts\(\d+,\d+\): error TS2/g)).toHaveLength(5);
  });

  test('has types that tell apart what has the same joints, or joints that only a file names, where it is given a name of its own', () => {
    const text = `import { applyPose, buildRig, clipFromPoses, createPuller, createSkeleton, createSolver, mirrorPose, restPose, retargetPose, type CharacterScene, type Rig, type Skeleton, type Vec3, type WriteNode } from '${CORE_PACKAGE}';
const joints = [{ name: 'elbow', parent: -1, offset: [0, 0, 0] }, { name: 'hand', parent: 0, offset: [0, 1, 0] }] as const;
const left: Skeleton<'left'> = createSkeleton(joints);
const right: Skeleton<'right'> = createSkeleton(joints);
createSolver(left).solve(restPose(left), [], { seeds: [restPose(left)] });
// @ts-expect-error: a pose of the other arm, whose joints have the same names
createSolver(left).solve(restPose(right), []);
// @ts-expect-error: frames of the other arm
clipFromPoses(left, [restPose(right)], { id: 'a', name: 'a', fps: 30, loop: false });
export function bring(scene: CharacterScene, write: WriteNode, target: Vec3): void {
  const mira: Rig<'mira'> = buildRig(scene);
  const theo: Rig<'theo'> = buildRig(scene);
  const { pose } = createPuller(mira).begin(restPose(mira.skeleton), 'leftHand').to(target);
  applyPose(theo, retargetPose(mira, pose, theo), write);
  applyPose(mira, mirrorPose(mira, pose), write);
  // @ts-expect-error: a pose of mira
  applyPose(theo, pose, write);
  // @ts-expect-error: a pose of mira
  createPuller(theo).begin(pose, 'leftHand');
}
`;
    expect(check({ 'names.ts': text })).toBe('');
    const lines = text.split('\n').filter((line) => !line.trim().startsWith('// @ts-expect-error'));
    expect(check({ 'names.ts': lines.join('\n') }).match(/names\.ts\(\d+,\d+\): error TS2/g)).toHaveLength(4);
  });

  test('has a README and pages whose programs the strict compiler takes', () => {
    const examples = Object.fromEntries(examplesOf(core.installed).map(([name, code]) => [`${name}.ts`, code]));
    expect(Object.keys(examples).length).toBeGreaterThan(15);
    expect(check(examples, 'nodenext', 'declare function structuredClone<T>(value: T): T;\n')).toBe('');
  });

  test('exports every type that its signatures name', () => {
    const declared = [...typesText().matchAll(/^(?:declare )?(?:interface|type|class|enum) ([\w$]+)/gm)].map(([, name]) => name!);
    expect(declared.length).toBeGreaterThan(250);
    const exported = new Set(exportedNames(false));
    expect(declared.filter((name) => !exported.has(name))).toEqual([]);
  });

  test('has docstrings that link to nothing else than what it exports, and name no file that is not there', () => {
    const exported = new Set(exportedNames(true));
    const types = typesText();
    expect(exported.size).toBeGreaterThan(350);
    const docstrings = types.match(/\/\*\*[^]*?\*\//g) ?? [];
    const links = docstrings.flatMap((text) => [...text.matchAll(/\{@link (\w+)/g)].map(([, name = '']) => name));
    expect(links.length).toBeGreaterThan(30);
    expect(links.filter((name) => !exported.has(name))).toEqual([]);
    expect(docstrings.filter((text) => /`[\w./-]*\w(?:\.ts|\.md|\/)`/.test(text))).toEqual([]);
  });

  test('says what to write where a vector of another library, the name of a joint or degrees come in', () => {
    const sentences = core.run('mistakes.mjs', MISTAKES).trimEnd().split('\n');
    expect(sentences).toEqual([
      expect.stringMatching(/hinge range in radians .* got \[-3.14\d*, 150\]: of degrees write toRadians\(150\)$/),
      expect.stringMatching(/hinge range in radians .* got \[0, 150\]: of degrees write toRadians\(150\)$/),
      expect.stringMatching(/swing half-angles .* got 1, 60, 1, 1: of degrees write toRadians\(60\)$/),
      expect.stringMatching(/the target .* got an object with x, y, z: write \[v.x, v.y, v.z\]$/),
      ...Array.from({ length: 5 }, () => expect.stringMatching(/got "hand": write jointNamed\(skeleton, "hand"\)$/)),
    ]);
  });

  test('costs a page no more than is promised', async () => {
    const sizes = await measureSizes(core.installed);
    expect(sizes.filter(({ gzip, most }) => most !== null && gzip > 1000 * most)).toEqual([]);
    const promised = [...readFileSync(join(core.installed, 'README.md'), 'utf8').matchAll(/(\d+) kB/g)].map(([, size]) =>
      Number(size),
    );
    expect(promised).toEqual(sizes.flatMap(({ name, most }) => (most === null || name === 'one constant' ? [] : [most])));
  });

  test('says on each page in one line what is deterministic, what is allocated and what it costs beside a plain solve', () => {
    const pages = ['README.md', ...readdirSync(join(core.installed, 'docs')).map((name) => join('docs', name))];
    const line = /^Deterministic: [^\n]+ Allocated: [^\n]+ Cost: [^\n]*\b(?:solves?|pulls?|targets?|goals?)\b/m;
    expect(pages.filter((page) => !line.test(readFileSync(join(core.installed, page), 'utf8')))).toEqual([]);
  });

  test('has links on its pages that lead to files of the project, and says where it is published', () => {
    const { homepage, repository, bugs } = JSON.parse(readFileSync(join(core.installed, 'package.json'), 'utf8'));
    expect([homepage, repository.url, bugs].every((link) => link.includes('https://github.com/limberstudio/limber'))).toBe(true);
    const pages = ['README.md', ...readdirSync(join(core.installed, 'docs')).map((name) => join('docs', name))];
    const links = pages.flatMap((page) =>
      [...readFileSync(join(core.installed, page), 'utf8').matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1]!),
    );
    const files = links.map(
      (link) => /^https:\/\/github\.com\/limberstudio\/limber\/(?:blob|raw)\/main\/([^#]+)/.exec(link)?.[1] ?? link,
    );
    expect(links.length).toBeGreaterThan(15);
    expect(files.filter((file) => !existsSync(join(projectFolder, file)))).toEqual([]);
    expect(pages.filter((page) => /npm run|npx limber/.test(readFileSync(join(core.installed, page), 'utf8')))).toEqual([]);
    expect(existsSync(join(core.installed, 'index.js.map'))).toBe(true);
  });

  test('says where it is from', () => {
    expect(readFileSync(join(core.installed, 'LICENSE'), 'utf8')).toBe(readFileSync(join(projectFolder, 'LICENSE'), 'utf8'));
    const notices = readFileSync(join(core.installed, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    const zod = readFileSync(join(projectFolder, 'node_modules', 'zod', 'LICENSE'), 'utf8').trim();
    expect(notices).toContain(zod);
    expect(notices).not.toContain('Electron');
  });
});
