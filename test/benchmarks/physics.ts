import { flyFreely } from '../../core/animation/repair/fly-freely.ts';
import { repairClip } from '../../core/animation/repair/repair-issue.ts';
import { lintClip } from '../../core/animation/lint/lint-clip.ts';
import { PHYSICS_KINDS as PHYSICS } from '../../core/animation/lint/issues.ts';
import { capturedMotions, type CapturedMotion } from './physics/captured.ts';
import { farthest, jumpsIn, measureJump, measurePose } from './physics/measures.ts';
import { SPOILERS } from './physics/spoil.ts';

const USAGE = `npm run bench-physics -- [NAME]
Looks for what no body can do in all captured motion of the sample data (or in what has NAME in its name), where nothing should be found: each kind of finding, beside the seconds that were
looked at. Then puts each captured jump onto its parabola anyway, and prints by how much the body is moved. Then spoils captured jumps and stands, lets
Check repair them, and prints before and after: how far the centre of mass is off a parabola at 9.81 m/s², how hard landings are, how the turning changes in the air, how far
the weight is outside the feet, how far feet that stand are moved, and the largest accelerations of hips and knees.`;

const KINDS: Readonly<Record<string, string>> = { '005': 'dance', '006': 'ball', '007': 'walk' };

function main(): void {
  const only = process.argv[2] ?? '';
  if (only === '--help') return console.log(USAGE);
  const motions = capturedMotions(only);
  printFindings(motions);
  printMoves(motions);
  printRepairs(motions);
}

function printFindings(motions: readonly CapturedMotion[]): void {
  console.log(
    `| motion | clips | seconds | jumps | ${PHYSICS.join(' | ')} |\n|---|---|---|---|${PHYSICS.map(() => '---|').join('')}`,
  );
  const groups = Map.groupBy(motions, ({ name }) => KINDS[/^cmu-(\d{3})_/.exec(name)?.[1] ?? ''] ?? name);
  for (const [group, members] of groups) {
    const found = members.flatMap(({ rig, clip }) => lintClip(rig, clip).map(({ kind }) => kind));
    const counts = PHYSICS.map((kind) => found.filter((each) => each === kind).length);
    const seconds = members.reduce((sum, { clip }) => sum + clip.duration, 0);
    const jumps = members.reduce((sum, motion) => sum + jumpsIn(motion).length, 0);
    console.log(`| ${[group, members.length, seconds.toFixed(0), jumps, ...counts].join(' | ')} |`);
  }
}

/** Jumps of people who jump, not of dancers, whose floor and weight are not known as well. */
const isJumping = ({ name }: CapturedMotion) => /hops|jumping/.test(name);

function printMoves(motions: readonly CapturedMotion[]): void {
  console.log(
    '\n| captured | jumps | moved by Check, mm | put onto the parabola anyway: moved, mm, median and largest |\n|---|---|---|---|',
  );
  for (const motion of motions.filter(isJumping)) {
    const { rig, clip, name } = motion;
    const repaired = farthest(rig, clip, repairClip(rig, clip, { kinds: PHYSICS }));
    const moves = jumpsIn(motion)
      .map(({ clip: jump, flight }) => farthest(rig, jump, flyFreely(rig, jump, flight.first + 1)))
      .sort((a, b) => a - b);
    const [median, most] = [moves[moves.length >> 1] ?? 0, moves.at(-1) ?? 0].map((metres) => (1000 * metres).toFixed(1));
    console.log(`| ${name} | ${moves.length} | ${(1000 * repaired).toFixed(1)} | ${median}, ${most} |`);
  }
}

function printRepairs(motions: readonly CapturedMotion[]): void {
  console.log(
    '\n| spoiled | found | left | of | off a parabola, mm | landing, g | turning, °/s | outside, mm | feet moved, mm | hips, m/s² | knees, m/s² |\n|---|---|---|---|---|---|---|---|---|---|---|',
  );
  const arrow = (before: readonly number[], after: readonly number[], digits: number) =>
    [before, after].map((values) => (values.length === 0 ? '' : Math.max(...values).toFixed(digits))).join(' → ');
  for (const { name, kind, spoil } of SPOILERS) {
    const isFound = ({ rig, clip }: CapturedMotion) => lintClip(rig, clip).some((issue) => issue.kind === kind);
    const all = motions.filter(isJumping).flatMap((motion) => spoil(motion));
    const spoiled = all.filter(isFound);
    const repaired = spoiled.map(({ rig, clip }) => repairClip(rig, clip, { kinds: PHYSICS }));
    const after = spoiled.map((each, i) => ({ ...each, clip: repaired[i]! }));
    const [was, is] = [spoiled, after].map((clips) => clips.map((each) => ({ ...measureJump(each), ...measurePose(each) }))) as [
      ReturnType<typeof measured>[],
      ReturnType<typeof measured>[],
    ];
    const feet = spoiled.map(({ rig, clip, standing }, i) => farthest(rig, clip, repaired[i]!, standing));
    const column = (field: keyof ReturnType<typeof measured>, factor: number, digits: number) =>
      arrow(
        was.map((each) => factor * each[field]),
        is.map((each) => factor * each[field]),
        digits,
      );
    console.log(
      `| ${[
        name,
        spoiled.length,
        after.filter(isFound).length,
        all.length,
        column('off', 1000, 1),
        column('landing', 1 / 9.81, 1),
        column('spin', 180 / Math.PI, 0),
        column('outside', 1000, 0),
        feet.length === 0 ? '' : (1000 * Math.max(...feet)).toFixed(2),
        column('hips', 1, 0),
        column('knees', 1, 0),
      ].join(' | ')} |`,
    );
  }
}

const measured = (motion: CapturedMotion) => ({ ...measureJump(motion), ...measurePose(motion) });

main();
