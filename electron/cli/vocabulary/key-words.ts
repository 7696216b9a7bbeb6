import { z } from 'zod';
import { FRAME_RATES, type Clip } from '../../../core/animation/clip.ts';
import { inbetweenKinds, MOST_STRENGTH, proposeInbetween } from '../../../core/animation/propose/propose-inbetween.ts';
import { createClip } from '../../../core/animation/keys.ts';
import {
  activeClip,
  addClip,
  deleteClip,
  deleteKey,
  editActiveClip,
  setActiveClip,
  setClipDuration,
  setClipInterpolation,
  setClipLoop,
  setClipName,
  setKeyAt,
  showsUnkeyed,
} from '../../../core/document/edits/clips.ts';
import { dropUnkeyed } from '../../../core/document/edits/posing.ts';
import type { Project } from '../../../core/document/project.ts';
import { poseOnScreen } from '../../../core/document/shown-pose.ts';
import { keysAround, keyTween, tweenLabel, tweenPose, type TweenKind } from '../../../core/document/tween-pose.ts';
import { HUMANOID_BONES, type HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { withRootTranslation } from '../../../core/library/saved-pose.ts';
import { chooseClip } from '../choose-clip.ts';
import { clipFacts, factsOfClip, stepAnswer, stepIn } from './facts.ts';
import { groundIn } from './ground.ts';
import { learnedMotion } from './learned-motion.ts';
import { newId } from './new-id.ts';
import { shownIn } from './open-document.ts';
import type { Session } from './session.ts';
import { word } from './word.ts';

const clipName = z.string().min(1).max(1000);
const frame = z.number().min(0).max(1e7).describe('frames from 0; times frames a second it is seconds');
const endSpeed = z
  .enum(['asBeside', 'still', 'steady'])
  .describe('how fast the body is there: as beside that frame (default), not at all, or as on average between the two');
const someBones = z
  .array(z.enum(HUMANOID_BONES))
  .min(1)
  .describe('what of the body alone, with the hips their place; default: all of it');
const fps = z.literal(FRAME_RATES).describe('frames a second');

export const KEY_WORDS = {
  createClip: word({
    title: 'Create a clip',
    description: 'Adds an empty clip and puts it on the timeline.',
    effect: 'changes',
    given: {
      name: z.string().trim().min(1).max(200),
      fps: fps.exactOptional(),
      seconds: z.number().positive().max(86_400).describe('default: 2').exactOptional(),
      loop: z.boolean().describe('default: no').exactOptional(),
    },
    answer: z.object({ ...stepAnswer, clip: clipFacts }),
    run: async (session, { name, fps: rate, seconds, loop = false }) => {
      const clip = createClip(newId(await session.present(), 'clips', 'clip', name), name, {
        ...(rate !== undefined && { fps: rate }),
        ...(seconds !== undefined && { duration: seconds }),
        loop,
      });
      return withClip(session, `Add clip “${name}”`, (before) => addClip(before, clip));
    },
  }),
  chooseClip: word({
    title: 'Choose a clip',
    description: 'Puts a clip on the timeline: words about keys speak of it from then on. It is no step that undo takes back.',
    effect: 'changes',
    given: { clip: clipName },
    answer: z.object({ clip: clipFacts }),
    run: async (session, { clip }) => {
      const { id } = chooseClip((await session.present()).project.clips, clip, 'the project');
      const { project } = await session.show((before) => setActiveClip(before, id), 0);
      return { clip: factsOfClip(activeClip(project)) };
    },
  }),
  changeClip: word({
    title: 'Change a clip',
    description: 'Changes the name, the length, the loop or the way between keys of the clip on the timeline.',
    effect: 'changes',
    given: {
      name: z.string().trim().min(1).max(200).exactOptional(),
      seconds: z.number().positive().max(86_400).exactOptional(),
      loop: z.boolean().exactOptional(),
      between: z.enum(['step', 'linear', 'ease', 'cubic']).describe('how it goes from key to key').exactOptional(),
    },
    answer: z.object({ ...stepAnswer, clip: clipFacts }),
    run: async (session, { name, seconds, loop, between }) =>
      withClip(session, 'Change clip', (project) => {
        const named = name === undefined ? project : setClipName(project, name);
        const long = seconds === undefined ? named : setClipDuration(named, seconds);
        const looped = loop === undefined ? long : setClipLoop(long, loop);
        return between === undefined ? looped : setClipInterpolation(looped, between);
      }),
  }),
  deleteClip: word({
    title: 'Delete a clip',
    description: 'Removes a clip from the project. The last one stays.',
    effect: 'changes',
    given: { clip: clipName },
    answer: z.object({ ...stepAnswer, clip: clipFacts }),
    run: async (session, { clip }) => {
      const { id } = chooseClip((await session.present()).project.clips, clip, 'the project');
      return withClip(session, `Delete clip “${clip}”`, (project) => deleteClip(project, id));
    },
  }),
  setKey: word({
    title: 'Set a key',
    description:
      'Keys the pose on screen at a frame of the clip on the timeline. The clip grows when the frame lies behind its end.',
    effect: 'changes',
    given: { frame },
    answer: z.object({ ...stepAnswer, clip: clipFacts }),
    run: async (session, { frame: at }) => {
      const document = await session.present();
      const { skeleton } = document.rig;
      const time = at / activeClip(document.project).fps;
      const pose = shownIn(document);
      const isUnkeyed = showsUnkeyed(document.project, document.playhead);
      const answer = await withClip(session, `Set key at frame ${at}`, (project) =>
        setKeyAt(isUnkeyed ? dropUnkeyed(project) : project, skeleton, time, pose),
      );
      await session.show((project) => project, time);
      return answer;
    },
  }),
  deleteKeys: word({
    title: 'Delete keys',
    description: 'Removes the keys of a frame, or of all frames from one to another, from the clip on the timeline.',
    effect: 'changes',
    given: { frame, to: frame.describe('the last frame; default: the first').exactOptional() },
    answer: z.object({ ...stepAnswer, clip: clipFacts }),
    run: async (session, { frame: from, to = from }) => {
      const { project } = await session.present();
      const { fps: rate } = activeClip(project);
      const frames = factsOfKeys(activeClip(project)).filter((at) => at >= from && at <= to);
      const label = from === to ? `Delete keys at frame ${from}` : `Delete keys from frame ${from} to ${to}`;
      return withClip(session, label, (before) => frames.reduce((left, at) => deleteKey(left, at / rate), before));
    },
  }),
  inbetween: word({
    title: 'Fill what lies between two keys',
    description:
      'Does what lies between two frames of the clip on the timeline as a body does it: it goes on as fast as beside them, feet step or stay, limits hold. Feet stand on the props that are ground. Both frames stay as they are; few keys come between.',
    effect: 'changes',
    given: {
      from: frame,
      to: frame.describe('at least 2 frames later'),
      strength: z.number().min(0).max(MOST_STRENGTH).describe('0: straight; 1, the default: as a body moves').exactOptional(),
      feet: z
        .enum(['step', 'walk', 'jump'])
        .describe('how feet that stand at both frames change their places; default: what is most natural')
        .exactOptional(),
      bones: someBones.exactOptional(),
      leaving: endSpeed.exactOptional(),
      arriving: endSpeed.exactOptional(),
    },
    answer: z.object({
      ...stepAnswer,
      clip: clipFacts,
      feet: z.array(z.string()).describe('ways in which the feet could change their places here'),
    }),
    run: async (session, { from, to, strength, feet, bones, leaving, arriving }) => {
      const document = await session.present();
      const { rig, project } = document;
      const joints = bones && withRootTranslation(jointsOf(rig, bones), rig.skeleton.root);
      const ground = groundIn(document, from / activeClip(project).fps);
      const options = {
        ...(strength !== undefined && { strength }),
        ...(feet !== undefined && { kind: feet }),
        ...(joints && { joints }),
        ...(leaving !== undefined && { leaving }),
        ...(arriving !== undefined && { arriving }),
        ...(ground && { ground }),
        learned: await learnedMotion(),
      };
      const kinds = inbetweenKinds(rig, activeClip(project), from, to, ground);
      const filled = proposeInbetween(rig, activeClip(project), from, to, options).clip;
      const answer = await withClip(session, `In-between, frames ${from} to ${to}`, (before) =>
        editActiveClip(before, () => filled),
      );
      return { ...answer, feet: [...kinds] };
    },
  }),
  breakdown: word({
    title: 'Key a breakdown',
    description:
      'Keys a pose between the keys before and after a frame of the clip on the timeline, of all of the body or some bones, and goes there.',
    effect: 'changes',
    given: {
      frame,
      share: z
        .number()
        .min(-1)
        .max(2)
        .describe('of the way from the key before (0) to the one after (1), or beyond them; default: half of it')
        .exactOptional(),
      bones: someBones.exactOptional(),
    },
    answer: z.object({ ...stepAnswer, clip: clipFacts }),
    run: (session, { frame: at, share = 0.5, bones }) => tween(session, at, { kind: 'breakdown', amount: share, bones }),
  }),
  pushPose: word({
    title: 'Push a pose',
    description:
      'Keys what a frame of the clip on the timeline shows pushed away from what plain in-betweening of the keys around it would show, or drawn towards that.',
    effect: 'changes',
    given: {
      frame,
      amount: z.number().min(-1).max(1).describe('above 0: stronger; below 0: weaker, to the plain in-between at -1'),
      bones: someBones.exactOptional(),
    },
    answer: z.object({ ...stepAnswer, clip: clipFacts }),
    run: (session, { frame: at, amount, bones }) => tween(session, at, { kind: 'push', amount, bones }),
  }),
  poseFromClip: word({
    title: 'Take a pose from a clip',
    description:
      'Goes to a frame of the clip on the timeline, so that what it shows there is the pose on screen: to look at it, change it and key it again.',
    effect: 'changes',
    given: { frame },
    answer: z.object(stepAnswer),
    run: async (session, { frame: at }) => {
      const { project } = await session.present();
      const clip = activeClip(project);
      if (clip.tracks.length === 0) throw new Error(`clip "${clip.name}" has no keys`);
      const time = Math.min(at / clip.fps, clip.duration);
      const drop = (before: Project) => (showsUnkeyed(before, time) ? dropUnkeyed(before) : before);
      const answer = await stepIn(session, 'Drop the unkeyed pose', drop);
      await session.show((shown) => shown, time);
      return answer;
    },
  }),
} as const;

/** Keys a tween of what is on screen at a frame, and goes there. */
async function tween(
  session: Session,
  at: number,
  { kind, amount, bones }: { kind: TweenKind; amount: number; bones: readonly HumanoidBone[] | undefined },
) {
  const { rig, rigOf, project } = await session.present();
  const clip = activeClip(project);
  const time = at / clip.fps;
  const joints = bones && withRootTranslation(jointsOf(rig, bones), rig.skeleton.root);
  const around = keysAround(project, rig, rigOf, time, joints);
  if (!around) throw new Error(`frame ${at} of clip "${clip.name}" has no keys${bones ? ' of these bones' : ''} on both sides`);
  const tweened = tweenPose(rig, poseOnScreen(rig, project, time, rigOf), around, { kind, amount, joints });
  const answer = await withClip(session, `${tweenLabel(kind, amount)} at frame ${at}`, (before) =>
    keyTween(before, rig, time, tweened, joints),
  );
  await session.show((shown) => shown, time);
  return answer;
}

function jointsOf(rig: Rig, bones: readonly HumanoidBone[]): readonly number[] {
  return [...new Set(bones)].map((bone) => {
    const joint = rig.humanoid[bone];
    if (joint === undefined) throw new Error(`the character has no ${bone}`);
    return joint;
  });
}

function factsOfKeys(clip: Clip): number[] {
  const times = new Set(clip.tracks.flatMap((track) => [...track.times]));
  return [...times].sort((a, b) => a - b).map((time) => time * clip.fps);
}

async function withClip(session: Session, label: string, edit: (project: Project) => Project) {
  const { step } = await stepIn(session, label, edit);
  const { project } = await session.present();
  return { step, clip: factsOfClip(activeClip(project)) };
}
