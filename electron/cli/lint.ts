import { basename } from 'node:path';
import type { Command } from 'commander';
import type { Clip } from '../../core/animation/clip.ts';
import { isNote, type ClipIssue, type LintSettings } from '../../core/animation/lint/issues.ts';
import { lintClip } from '../../core/animation/lint/lint-clip.ts';
import { lintScene } from '../../core/document/lint-scene.ts';
import type { LimitPreset, Rig } from '../../core/humanoid/body/rig.ts';
import { clipFromAnimation } from '../../core/formats/clips/clip-import.ts';
import { readThresholds } from '../files/lint-thresholds.ts';
import { writeAtomically } from '../files/storage/atomic-write.ts';
import { addBvhOptions, bvhReading, type BvhFlags } from './bvh-options.ts';
import { checkpoint } from './checkpoint.ts';
import { chooseClip } from './choose-clip.ts';
import { EXIT } from './exit-codes.ts';
import { lintPage, type LintedClip } from './lint-page.ts';
import { isProject, refuseForProjects } from './load-actor.ts';
import { loadCharacter } from './load-character.ts';
import { openProject } from './open-project.ts';
import { limitPreset } from './option-values.ts';
import type { Terminal } from './terminal.ts';

const EXAMPLES = `
It looks for joints outside their limits (limit), joints that turn over (flip), leave their way for one frame (pop) or change their speed suddenly
(speed), planted feet that slide (slide), soles under the floor (floor), bodies in the air that do not
fall freely (flight) or turn from nothing (spin), landings without give (landing), bodies that stand still with their weight outside their feet (balance),
feet that carry the body above the floor (push), hands that miss what a contact says they touch (contact) or are turned otherwise than it keeps them (direction), bodies of two actors in each other (overlap),
loops that do not close in place (seam) or in speed (seamSpeed), two keys of a
joint in one frame (doubled), keys behind the end of the clip (behind) and keys that change nothing (dead). The last two are notes: they do not count
as found.

A file of thresholds is JSON; what it leaves out stays as here (degrees, degrees a second for speed, seamSpeed
and spin, millimetres, times gravity for landing):
  { "limit": 0.1, "flip": 60, "pop": 15, "speed": 1146, "slide": 1, "floor": 10, "flight": 50,
    "landing": 4.5, "spin": 180, "balance": 50, "push": 30,
    "contact": 2, "direction": 2, "overlap": 5, "seam": 2, "seamSpeed": 180, "ignore": ["dead"] }

Examples:
  limber lint "My project"
  limber lint "My duel" --actor Knight
  limber lint "My project" --clip Walk --thresholds studio.json --html walk.html
  limber lint walk.bvh --preset free --json

Exit codes: 0 nothing found, 3 something found, 2 bad input.`;

interface LintFlags extends BvhFlags {
  readonly actor?: string;
  readonly clip?: string;
  readonly thresholds?: string;
  readonly preset?: LimitPreset;
  readonly html?: string;
  readonly json?: boolean;
}

/** `setExitCode` is told 3 when something was found. */
export function addLint(program: Command, terminal: Terminal, setExitCode: (code: number) => void): void {
  addBvhOptions(
    program
      .command('lint')
      .description(
        'look for what is wrong with clips, in every frame: limits, flips, pops, sliding feet, what no body can do, open loops, spare keys',
      )
      .argument('<clips>', 'project folder or its project.limber, or a GLB, glTF, VRM, FBX or BVH file with clips')
      .option('--actor <name>', "whose motion of a project, by name or id; default: the first of the scene's")
      .option('--clip <name>', 'which clip; default: all')
      .option('--thresholds <file>', 'JSON file that says from where on something is wrong')
      .option('--preset <name>', "limits of a file's character: standard, flexible, dancer, stiff or free", limitPreset)
      .option('--html <file>', 'write a report as one page that needs nothing else'),
  )
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(async (path: string, flags: LintFlags) => {
      const settings = flags.thresholds === undefined ? {} : await readThresholds(flags.thresholds);
      const { rig, clips, issuesIn, notes } = await openClips(path, flags);
      const wanted = flags.clip === undefined ? clips : [chooseClip(clips, flags.clip, `"${basename(path)}"`)];
      if (wanted.length === 0) throw new Error(`"${basename(path)}" holds no clip`);
      const linted: LintedClip[] = [];
      for (const clip of wanted) {
        terminal.progress(`looking at "${clip.name}"`);
        await checkpoint(terminal);
        linted.push({ clip, issues: issuesIn(clip, settings) });
      }
      if (flags.html !== undefined) await writePage(flags.html, basename(path), rig, linted);
      report(terminal, rig, linted, notes, flags, settings);
      if (linted.some(({ issues }) => issues.some((issue) => !isNote(issue)))) setExitCode(EXIT.notReached);
    });
}

interface OpenedClips {
  readonly rig: Rig;
  readonly clips: readonly Clip[];
  readonly issuesIn: (clip: Clip, settings: LintSettings) => readonly ClipIssue[];
  readonly notes: readonly string[];
}

async function openClips(path: string, flags: LintFlags): Promise<OpenedClips> {
  if (await isProject(path)) {
    refuseForProjects(flags.preset);
    const { project, target, rigOf, warnings } = await openProject(path, flags.actor);
    return {
      rig: target.rig,
      clips: project.clips,
      issuesIn: ({ id }, settings) => lintScene({ ...project, activeClip: id }, target.rig, rigOf, settings),
      notes: warnings,
    };
  }
  if (flags.actor !== undefined) throw new Error('--actor is for projects: a file holds one character');
  const { rig, scene, animations, notes } = await loadCharacter(path, { reading: bvhReading(flags), preset: flags.preset });
  const clips = animations.map((animation) => clipFromAnimation(rig, scene, animation));
  return { rig, clips, issuesIn: (clip, settings) => lintClip(rig, clip, settings), notes };
}

async function writePage(out: string, source: string, rig: Rig, linted: readonly LintedClip[]): Promise<void> {
  await writeAtomically(out, new TextEncoder().encode(lintPage(source, rig, linted)), { followLink: true });
}

function report(
  terminal: Terminal,
  rig: Rig,
  linted: readonly LintedClip[],
  notes: readonly string[],
  flags: LintFlags,
  settings: LintSettings,
): void {
  if (flags.json) {
    const clips = linted.map(({ clip, issues }) => ({
      clip: clip.name,
      seconds: clip.duration,
      fps: clip.fps,
      issues: issues.map((issue) => ({
        ...issue,
        joint: issue.joint === null || issue.joint < 0 ? null : rig.skeleton.names[issue.joint]!,
        frame: Math.round(issue.worst * clip.fps),
        note: isNote(issue),
      })),
    }));
    terminal.print(JSON.stringify({ clips, settings, notes, ...(flags.html !== undefined && { html: flags.html }) }, null, 2));
    return;
  }
  for (const { clip, issues } of linted) {
    const found = issues.filter((issue) => !isNote(issue)).length;
    terminal.print(`clip "${clip.name}", ${clip.duration.toFixed(3)} s: ${found === 0 ? 'nothing found' : `${found} found`}`);
    for (const issue of issues) {
      const frame = String(Math.round(issue.worst * clip.fps)).padStart(6);
      const line = isNote(issue) ? `  note    ${issue.message}` : `${frame}  ${issue.message}`;
      if (isNote(issue)) terminal.print(line);
      else terminal.warn(line);
    }
  }
  for (const note of notes) terminal.print(`note: ${note}`);
  if (flags.html !== undefined) terminal.print(`wrote ${flags.html}`);
}
