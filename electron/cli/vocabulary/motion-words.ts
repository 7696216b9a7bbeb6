import { z } from 'zod';
import { FRAME_RATES, type Clip } from '../../../core/animation/clip.ts';
import { ISSUE_KINDS, isNote, type ClipIssue } from '../../../core/animation/lint/issues.ts';
import { activeClip, addClip, editActiveClip } from '../../../core/document/edits/clips.ts';
import { lintScene } from '../../../core/document/lint-scene.ts';
import { repairScene } from '../../../core/document/repair-scene.ts';
import type { Project } from '../../../core/document/project.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { readThresholds } from '../../files/lint-thresholds.ts';
import { readProfiles } from '../../files/retarget-profile.ts';
import { chooseClip } from '../choose-clip.ts';
import { fidelityOf } from '../describe-fidelity.ts';
import { clipFacts, factsOfClip, stepAnswer, stepIn } from './facts.ts';
import { newId } from './new-id.ts';
import { bvhChoices } from './project-words.ts';
import { word } from './word.ts';

const issueFacts = z.object({
  kind: z.string(),
  joint: z.string().nullable(),
  frame: z.number(),
  note: z.boolean(),
  message: z.string(),
});

export const MOTION_WORDS = {
  retarget: word({
    title: 'Retarget a motion',
    description:
      "Brings a clip of a motion file onto the project's character, planted feet and touching hands held, and adds it to the project. The answer says how far limbs, knees and feet are from the source's, and what is worse than it should be.",
    effect: 'changes',
    given: {
      source: z.string().min(1).max(4096).describe('GLB, glTF, VRM, VRMA, FBX or BVH file with a clip'),
      clip: z.string().min(1).max(1000).describe('which clip of it; default: the first').exactOptional(),
      name: z.string().trim().min(1).max(200).describe("default: the clip's own").exactOptional(),
      fps: z.literal(FRAME_RATES).exactOptional(),
      feet: z.boolean().describe('hold planted feet; default: yes').exactOptional(),
      hands: z.boolean().describe('hold touching hands; default: yes').exactOptional(),
      limits: z.boolean().describe('keep every joint inside its limits, always; default: no').exactOptional(),
      rest: z
        .union([z.enum(['file', 'bind', 'tPose']), z.strictObject({ seconds: z.number().min(0).max(86_400) })])
        .describe('what the source rests in; default: what fits best')
        .exactOptional(),
      bvh: bvhChoices.exactOptional(),
      profiles: z
        .array(z.string().min(1).max(4096))
        .max(20)
        .describe('files of retarget profiles; later ones go first')
        .exactOptional(),
    },
    answer: z.object({
      ...stepAnswer,
      clip: clipFacts,
      fidelity: z
        .record(z.string(), z.unknown())
        .describe('degrees, millimetres, seconds; "broken" names what is worse than it should be'),
      notes: z.array(z.string()),
    }),
    run: async (session, given) => {
      const document = await session.present();
      const profile = await readProfiles(given.profiles?.map((path) => session.pathOf(path)));
      const source = await session.characters.open(session.pathOf(given.source), { ...profile.source?.bvh, ...given.bvh });
      const motions = await session.motions.list(source.hash);
      const index = motions.indexOf(chooseClip(motions, given.clip, `"${source.fileName}"`));
      const [feet, hands, limits] = [given.feet ?? profile.feet, given.hands ?? profile.hands, given.limits ?? profile.limits];
      const [fps, rest] = [given.fps ?? profile.fps, given.rest ?? profile.source?.rest];
      const brought = await session.motions.retarget('retarget', {
        source: { characterHash: source.hash, index },
        characterHash: document.character.hash,
        rig: document.project.rig,
        options: {
          ...(fps !== undefined && { fps }),
          ...(feet !== undefined && { feet }),
          ...(hands !== undefined && { hands }),
          ...(limits !== undefined && { limits }),
          ...(rest !== undefined && { rest }),
          ...(source.restOfTakes && { known: source.restOfTakes }),
          ...(profile.source?.bones && { bones: profile.source.bones }),
          ...(profile.contacts && { contacts: profile.contacts }),
        },
      });
      const name = given.name ?? brought.clip.name;
      const clip = { ...brought.clip, name, id: newId(document, 'clips', 'motion', name) };
      const { step } = await stepIn(session, `Retarget “${name}”`, (project) => addClip(project, clip));
      const notes = [
        ...(source.warnings ?? []),
        ...(brought.rest.choice === 'file' ? [] : [`it is taken to rest: ${brought.rest.label}`]),
      ];
      return { step, clip: factsOfClip(clip), fidelity: fidelityOf(document.rig, brought.report), notes };
    },
  }),
  lint: word({
    title: 'Check clips',
    description:
      'Looks for what is wrong with clips, in every frame: limits, flips, pops, sliding feet, what no body can do, open loops, spare keys.',
    effect: 'reads',
    given: {
      clip: z.string().min(1).max(1000).describe('default: the one on the timeline').exactOptional(),
      all: z.boolean().describe('look at every clip instead').exactOptional(),
      thresholds: z.string().min(1).max(4096).describe('JSON file that says from where on something is wrong').exactOptional(),
      most: z.number().int().min(1).max(10_000).describe('issues that are listed for each clip; default: 50').exactOptional(),
    },
    answer: z.object({
      clips: z.array(
        z.object({
          clip: z.string(),
          found: z.number(),
          issues: z.array(issueFacts),
        }),
      ),
    }),
    run: async (session, { clip: name, all = false, thresholds, most = 50 }) => {
      const { rig, rigOf, project } = await session.present();
      if (all && name !== undefined) throw new Error('lint: "clip" and "all" cannot be given together');
      const settings = thresholds === undefined ? {} : await readThresholds(session.pathOf(thresholds));
      const one = () => (name === undefined ? activeClip(project) : chooseClip(project.clips, name, 'the project'));
      const clips = all ? project.clips : [one()];
      return {
        clips: clips.map((clip) => {
          const issues = lintScene({ ...project, activeClip: clip.id }, rig, rigOf, settings);
          return {
            clip: clip.name,
            found: issues.filter((issue) => !isNote(issue)).length,
            issues: issues.slice(0, most).map((issue) => factsOfIssue(rig, clip, issue)),
          };
        }),
      };
    },
  }),
  repair: word({
    title: 'Repair a clip',
    description:
      'Repairs what lint finds in a clip, as the studio does: joints outside limits, pops, sliding feet, soles under the floor, flights, landings and stands that no body can do, open loops, hands that miss what they are kept on, bodies in each other. What cannot be repaired is left, and told.',
    effect: 'changes',
    given: {
      clip: z.string().min(1).max(1000).describe('default: the one on the timeline').exactOptional(),
      kinds: z.array(z.enum(ISSUE_KINDS)).min(1).describe('default: all but notes about spare keys').exactOptional(),
      thresholds: z.string().min(1).max(4096).describe('JSON file that says from where on something is wrong').exactOptional(),
    },
    answer: z.object({
      ...stepAnswer,
      found: z.number().describe('issues of these kinds before'),
      left: z.array(issueFacts).describe('those after'),
    }),
    run: async (session, { clip: wanted, kinds, thresholds }) => {
      const { rig, rigOf, project } = await session.present();
      const settings = thresholds === undefined ? {} : await readThresholds(session.pathOf(thresholds));
      const { id, name } = wanted === undefined ? activeClip(project) : chooseClip(project.clips, wanted, 'the project');
      const seen = { ...project, activeClip: id };
      const isMeant = (issue: ClipIssue) => !isNote(issue) && (kinds?.includes(issue.kind) ?? true);
      const found = lintScene(seen, rig, rigOf, settings).filter(isMeant);
      const repaired = repairScene(seen, rig, rigOf, { found, settings, ...(kinds && { kinds }) });
      const { step } = await stepIn(session, `Repair “${name}”`, (before) => editClip(before, id, () => repaired));
      const after = await session.present();
      const left = lintScene({ ...after.project, activeClip: id }, after.rig, after.rigOf, settings).filter(isMeant);
      return { step, found: found.length, left: left.map((issue) => factsOfIssue(rig, repaired, issue)) };
    },
  }),
} as const;

function factsOfIssue(rig: Rig, { fps }: Clip, issue: ClipIssue): z.output<typeof issueFacts> {
  return {
    kind: issue.kind,
    joint: issue.joint === null || issue.joint < 0 ? null : rig.skeleton.names[issue.joint]!,
    frame: Math.round(issue.worst * fps),
    note: isNote(issue),
    message: issue.message,
  };
}

/** The project with a clip of it changed, whichever is on the timeline. */
function editClip(project: Project, id: string, edit: (clip: Clip) => Clip): Project {
  const edited = editActiveClip({ ...project, activeClip: id }, edit);
  return edited.clips === project.clips ? project : { ...edited, activeClip: project.activeClip };
}
