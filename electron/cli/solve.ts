import type { Command } from 'commander';
import { HANDLE_NAMES } from '../../core/humanoid/body/handles.ts';
import type { LimitPreset } from '../../core/humanoid/body/rig.ts';
import { nearestSeeds } from '../../core/library/seeds.ts';
import { withNamedWeights } from '../../core/skeleton/name-weights.ts';
import { limitedJoints } from '../../core/skeleton/limit-state.ts';
import { restPose } from '../../core/skeleton/pose.ts';
import { refuseUneven } from '../../core/formats/clips/uneven-bones.ts';
import { exportFormatOf, exportPose } from '../../core/formats/usd/export-formats.ts';
import { writeChecked } from '../services/exports.ts';
import { createSolverPool, type SolverPool } from '../services/solver-pool.ts';
import { loadLibrary } from './load-library.ts';
import { collectGoals, collectNames, collectPoles, collectWeights, limitPreset, wholeNumber } from './option-values.ts';
import { keptPins, missedGoals, missedPoles, pointPoles, preparePose, type NamedGoal, type NamedPole } from './pose-goals.ts';
import { pullToGoals, startInWords } from './pull-to-goals.ts';
import { loadActor } from './load-actor.ts';
import { addSolverOptions, solverOptions, solverSettings, type SolverFlags } from './solver-options.ts';
import { describeReport, isOff, reportOf, rounded } from './describe-report.ts';
import { EXIT } from './exit-codes.ts';
import { addUnitOption, readingNotes, unitReading, type UnitFlags } from './unit-option.ts';
import type { Terminal } from './terminal.ts';

const EXAMPLES = `
Goals are world metres of the file's scene. NAME is a handle (${HANDLE_NAMES.join(', ')})
or any humanoid bone (leftIndexDistal, ...); an elbow or a knee, too, goes to its place. --pole says instead in which direction
an elbow or a knee points, about the line between the ends of its limb: rightElbow=0,-1,0 is down. Pinned ones stay where and as the rest pose has them; exit code 3 when one could not. The heel of a
pinned foot may rise over its ball.
Handles are pulled as in the studio, one after another. What that does not reach is solved for all goals together, from the
nearest poses of --library first, then from random ones. --balance, --order, --damping, --largest-step, --comfort and
--reserve are about such a solve, which then takes the place of the pulls.

Examples:
  limber solve hero.glb --goal leftHand=0.4,1.2,0.3 --out posed.glb
  limber solve hero.glb --goal leftHand=0.4,1.2,0.3 --goal head=0,1.5,0.1 --pin leftFoot,rightFoot --seed 7 --out posed.glb --json
  limber solve hero.glb --goal rightHand=-0.3,1.3,0.3 --pole rightElbow=-1,-0.5,0 --out elbow-out.glb
  limber solve hero.vrm --goal rightHand=-0.3,1.5,0.3 --expression happy=0.7 --out waving.vrm
  limber solve hero.glb --goal leftHand=0.9,1.4,0 --reserve 0.1 --hips 0 --out reaching.glb
  limber solve "My duel" --actor Knight --goal head=0,1.4,0.3 --pin leftFoot,rightFoot --out bowing.glb
  limber solve hero.glb --goal chest=0,0.7,0.2 --pin leftFoot,rightFoot --library "Hero library" --out posed.glb

Exit codes: 0 every goal and pole reached, 3 not reached (the nearest pose is written all the same) or the file differs from the pose, 2 bad input.`;

interface SolveFlags extends SolverFlags, UnitFlags {
  readonly actor?: string;
  readonly goal?: readonly NamedGoal[];
  readonly pole?: readonly NamedPole[];
  readonly pin?: readonly string[];
  readonly expression?: Readonly<Record<string, number>>;
  readonly library?: string;
  readonly seed: number;
  readonly threads: number;
  readonly preset?: LimitPreset;
  readonly plainBones?: boolean;
  readonly out: string;
  readonly json?: boolean;
}

/** `setExitCode` is told 3 when a goal was not reached or a pin not kept. */
export function addSolve(program: Command, terminal: Terminal, setExitCode: (code: number) => void): void {
  const command = program
    .command('solve')
    .description('pose a character by goals and write it as a still file')
    .argument('<file>', 'GLB, glTF, VRM or FBX file, or a project folder')
    .option('--actor <name>', 'which character of a project, by name or id; default: the first of the scene')
    .option('--goal <name=x,y,z>', 'where a handle or bone should be; may be given several times', collectGoals)
    .option('--pole <name=x,y,z>', 'in which direction an elbow or a knee should point; may be given several times', collectPoles)
    .option('--pin <names>', 'handles or bones that stay, separated by commas', collectNames)
    .option(
      '--expression <name=weight>',
      'how much a facial expression shows, 0 to 1; may be given several times',
      collectWeights,
    )
    .option('--preset <name>', 'limits of the character: standard, flexible, dancer, stiff or free', limitPreset)
    .option('--plain-bones', 'pose a skeleton that is none of a biped by its plain bones: goals and pins name its joints')
    .option('--library <folder>', 'project whose saved poses are starts, the nearest first')
    .option('--seed <number>', 'seed of the random starts', wholeNumber(0), 1)
    .option('--threads <number>', 'threads that try the starts at the same time; the result is the same', wholeNumber(1), 1)
    .requiredOption('--out <file>', 'where to write the posed character (.glb, .gltf or .vrm)')
    .option('--json', 'print one JSON object');
  addSolverOptions(addUnitOption(command))
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, flags: SolveFlags) => {
      const format = exportFormatOf(flags.out);
      const { goal: wanted = [], pole: poles = [] } = flags;
      if (wanted.length + poles.length === 0) throw new Error('expected --goal NAME=x,y,z or --pole NAME=x,y,z, got neither');
      const character = await loadActor(file, {
        actor: flags.actor,
        reading: unitReading(flags),
        preset: flags.preset,
        plainBones: flags.plainBones,
      });
      const { rig, bytes, scene, hash } = character;
      refuseUneven(`"${character.fileName}"`, scene, rig);
      const settings = solverSettings(flags);
      const poses = flags.library === undefined ? [] : await loadLibrary(flags.library, character);
      const prepared = preparePose(rig, {
        start: withNamedWeights(rig.skeleton, restPose(rig.skeleton), flags.expression ?? {}),
        goals: wanted,
        poles,
        pins: flags.pin ?? [],
        settings,
        options: { ...solverOptions(flags), randomSeed: flags.seed },
        keepsBalance: flags.balance ?? false,
      });
      const { moved, request } = prepared;
      const seeds = nearestSeeds(rig.skeleton, poses, request.goals, request.start);
      const options = { ...request.options, seeds: seeds.map(({ pose }) => pose) };
      // Who says how a solve goes wants one.
      const isPulled = !flags.balance && Object.keys(solverOptions(flags)).length === 0;
      const pulled = isPulled
        ? pullToGoals(rig, {
            prepared,
            goals: wanted,
            poles,
            pins: flags.pin ?? [],
            settings,
            seeds: (asked, present) => nearestSeeds(rig.skeleton, poses, asked, present),
          })
        : null;
      const from = { ...request, start: pulled?.pose ?? request.start, options };
      const outcome = await withPool(flags.threads, (pool) => (pulled?.isThere ? null : pool.solveStarts(rig.skeleton, from)));
      const solved = outcome && pointPoles(rig, prepared, poles, outcome.pose);
      const isSolved = solved !== null && (!pulled || pulled.isBetter(solved));
      const pose = isSolved ? solved : pulled!.pose;
      const report = await writeChecked(flags.out, hash, () => exportPose({ bytes, scene, rig }, format, pose));
      const pins = keptPins(rig, prepared, pose);
      const goals = missedGoals(rig, prepared, pose, settings.tolerance);
      const pointed = missedPoles(rig, poles, pose);
      const isAllThere = [...goals, ...pointed].every(({ reached }) => reached) && (!isSolved || outcome?.status === 'reached');
      const result = {
        status: isAllThere ? 'reached' : outcome && outcome.status !== 'reached' ? outcome.status : 'stalled',
        goals: goals.map(({ name, reached, distance }) => ({ name, reached, millimetres: rounded(1000 * distance) })),
        poles: pointed,
        pins,
        iterations: (pulled?.iterations ?? 0) + (outcome?.iterations ?? 0),
        start: (isSolved && outcome ? startInWords(outcome, seeds) : null) ?? pulled?.start ?? 'rest pose',
        limited: limitedJoints(rig.skeleton, pose)
          .filter((joint) => moved.has(joint))
          .map((joint) => rig.skeleton.names[joint]!),
        ...reportOf(report),
        notes: readingNotes({ rig, scene }),
      };
      if (flags.json) terminal.print(JSON.stringify(result, null, 2));
      else {
        terminal.print(`${result.status} after ${result.iterations} iterations, from the ${result.start}`);
        for (const goal of result.goals) {
          terminal.print(`  ${goal.name}: ${goal.reached ? 'reached,' : 'missed, still'} ${goal.millimetres} mm off`);
        }
        for (const { name, reached, degrees } of result.poles) {
          terminal.print(`  ${name}: ${reached ? 'points there,' : 'missed, still'} ${degrees} degrees off`);
        }
        for (const pin of pins.filter(({ kept }) => !kept)) {
          terminal.warn(`could not keep ${pin.name}: it moved ${pin.millimetres} mm and turned ${pin.degrees} degrees`);
        }
        if (result.limited.length > 0) terminal.print(`on their limits: ${result.limited.join(', ')}`);
        for (const line of [...describeReport(report), ...result.notes.map((note) => `note: ${note}`)]) terminal.print(line);
      }
      if (isOff(report) || !isAllThere || pins.some(({ kept }) => !kept)) setExitCode(EXIT.notReached);
    });
}

/** What `use` gives for a pool of so many threads. Throws a `RangeError` with one sentence when there cannot be so many, or a request cannot be used. */
async function withPool<T>(threads: number, use: (pool: SolverPool) => T | Promise<T>): Promise<T> {
  const pool = createSolverPool({ threads });
  try {
    return await use(pool);
  } finally {
    await pool.close();
  }
}
