import type { Command } from 'commander';
import type { Project } from '../../core/document/project.ts';
import { actorsOf } from '../../core/document/work-on-actor.ts';
import { peopleInFile } from '../../core/formats/clips/people-in-file.ts';
import { propsInFile } from '../../core/formats/clips/props-in-file.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { addBvhOptions, bvhReading, type BvhFlags } from './bvh-options.ts';
import { describeLimit } from './describe-limit.ts';
import { loadActor, type LoadedActor } from './load-actor.ts';
import { addUnitOption, sizeNotes, unitReading, type UnitFlags } from './unit-option.ts';
import type { Terminal } from './terminal.ts';

const EXAMPLES = `
Examples:
  limber inspect hero.glb
  limber inspect walk.bvh --json
  limber inspect walk.bvh --bvh-up z --bvh-unit 0.01
  limber inspect giant.glb --unit cm
  limber inspect "My duel" --actor Knight

Exit codes: 0 done, 2 bad input.`;

export function addInspect(program: Command, terminal: Terminal): void {
  const command = program
    .command('inspect')
    .description(
      'say what is in a character or motion file: joints, humanoid map, limits, height, facing, warnings; of a project, who and what is in its scene too',
    )
    .argument('<file>', 'GLB, glTF, VRM, VRMA, FBX or BVH file, SMPL motion (.npz), landmarks (.json), or a project folder')
    .option('--actor <name>', 'which character of a project, by name or id; default: the first of the scene')
    .option('--plain-bones', 'take a skeleton that is none of a biped by its plain bones')
    .option('--json', 'print one JSON object');
  addBvhOptions(addUnitOption(command))
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, options: InspectFlags) => {
      const character = await loadActor(file, {
        actor: options.actor,
        reading: { ...unitReading(options), ...bvhReading(options) },
        plainBones: options.plainBones,
      });
      const summary = summarize(character);
      if (options.json) terminal.print(JSON.stringify(summary, null, 2));
      else for (const line of describe(summary)) terminal.print(line);
    });
}

interface InspectFlags extends BvhFlags, UnitFlags {
  readonly actor?: string;
  readonly json?: boolean;
  readonly plainBones?: boolean;
}

type Summary = ReturnType<typeof summarize>;

/** Limits are those of the rig: radians, each in its joint's rest frame. */
function summarize({ fileName, scene, rig, animations, notes, project }: LoadedActor) {
  const { skeleton, binding, report } = rig;
  const bones = new Map(report.matches.map((match) => [match.joint, match]));
  const nameOf = (joint: number) => skeleton.names[joint]!;
  const people = Math.max(1, peopleInFile(scene).length);
  return {
    file: fileName,
    nodes: scene.nodes.length,
    height: rounded(report.height),
    hipHeight: rounded(report.hipHeight),
    facing: axisName(report),
    joints: skeleton.names.map((name, j) => ({
      name,
      parent: skeleton.parents[j]! < 0 ? null : nameOf(skeleton.parents[j]!),
      node: binding.nodes[j]!,
      bone: bones.get(j)?.bone ?? null,
      limit: skeleton.limits[j]!,
    })),
    humanoid: report.matches.map(({ bone, joint, confidence, reason }) => ({
      bone,
      joint: nameOf(joint),
      confidence: rounded(confidence),
      reason,
      limit: skeleton.limits[joint]!,
    })),
    missing: report.missing,
    unmapped: report.unmapped.map(nameOf),
    clips: animations.map(({ name, start, end }) => ({ name, seconds: rounded(end - start) })),
    people,
    // Beside one of several people are the others.
    props: (people > 1 ? [] : propsInFile(scene, rig)).map(({ name, joint, bone }) => ({
      name,
      joint: joint === null ? null : nameOf(joint),
      bone,
    })),
    ...(project && { scene: sceneOf(project) }),
    notes,
    warnings: [...new Set([...report.warnings, ...sizeNotes(rig)])],
  };
}

/** Who and what is in the scene of a project. */
function sceneOf(project: Project) {
  const { clips, props, cameras } = project;
  return {
    actors: actorsOf(project).map(({ name }) => name),
    props: props.map(({ name, form, rest: { by } }) => ({
      name,
      shape: form.kind === 'file' ? form.fileName : form.kind,
      carriedBy: by && ('actor' in by ? by.joint : (props.find(({ id }) => id === by.prop)?.name ?? null)),
    })),
    cameras: cameras.map(({ name }) => name),
    clips: clips.map(({ name }) => name),
  };
}

function* describeScene({ actors, props, cameras, clips }: ReturnType<typeof sceneOf>): Generator<string> {
  const held = props.map(({ name, shape, carriedBy }) => `${name} (${shape}${carriedBy === null ? '' : `, on ${carriedBy}`})`);
  yield `\nscene: ${actors.join(', ')}`;
  if (held.length > 0) yield `props: ${held.join(', ')}`;
  if (cameras.length > 0) yield `cameras: ${cameras.join(', ')}`;
  yield `clips of the project: ${clips.join(', ')}`;
}

function* describe(summary: Summary): Generator<string> {
  const { file, nodes, joints, humanoid, missing, unmapped, clips, height, hipHeight, facing } = summary;
  yield `${file}: ${nodes} nodes, ${joints.length} joints, ${humanoid.length} humanoid bones`;
  yield `height ${height.toFixed(2)} m, hips at ${hipHeight.toFixed(2)} m, faces ${facing}`;
  yield '';
  const widths = [0, 1].map((column) => Math.max(...humanoid.map((match) => (column ? match.joint : match.bone).length)));
  for (const { bone, joint, confidence, reason, limit } of humanoid) {
    const percent = `${Math.round(100 * confidence)} %`.padStart(5);
    yield `  ${bone.padEnd(widths[0]!)}  ${joint.padEnd(widths[1]!)}  ${percent}  ${describeLimit(limit)} (${reason})`;
  }
  if (missing.length > 0) yield `\nmissing: ${missing.join(', ')}`;
  if (unmapped.length > 0) yield `\nnot mapped: ${unmapped.join(', ')}`;
  if (clips.length > 0) yield `\nclips: ${clips.map((clip) => `${clip.name} (${clip.seconds} s)`).join(', ')}`;
  if (summary.people > 1) {
    yield `\npeople: ${summary.people}; as a character it opens as one of them, as motion it is for as many characters (retargetTogether, or limber retarget --person)`;
  }
  const held = summary.props.map(
    ({ name, joint, bone }) => `${name} (${joint === null ? 'beside the body' : `on ${bone ?? joint}`})`,
  );
  if (held.length > 0) yield `\nprops in the file: ${held.join(', ')}`;
  if (summary.scene) yield* describeScene(summary.scene);
  for (const note of [...summary.notes, ...summary.warnings]) yield `\nnote: ${note}`;
}

function axisName({ facing }: Rig['report']): string {
  const axis = facing.reduce((best, value, c) => (Math.abs(value) > Math.abs(facing[best]!) ? c : best), 0);
  return `${facing[axis]! < 0 ? '-' : '+'}${'XYZ'[axis]}`;
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
