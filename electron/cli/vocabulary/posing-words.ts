import { z } from 'zod';
import { setPin } from '../../../core/document/edits/posing.ts';
import { HANDLE_NAMES, handleOf, type HandleName } from '../../../core/humanoid/body/handles.ts';
import { mirrorPose } from '../../../core/humanoid/transfer/mirror-pose.ts';
import { clampPose } from '../../../core/skeleton/limit-state.ts';
import { withNamedWeights } from '../../../core/skeleton/name-weights.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { standOn } from '../../../core/animation/ground/stand-on.ts';
import { relaxedPose } from '../../../core/document/relaxed-pose.ts';
import { groundOfProps } from '../../../core/document/prop-ground.ts';
import { quote } from '../../../core/formats/text/quote.ts';
import { intoPlace } from '../../../core/math/place.ts';
import { bodyName, direction, factsOfPose, point, poseFacts, poseIn, sceneName, stepAnswer, stepIn } from './facts.ts';
import { placedIn } from './ground.ts';
import { shownIn } from './open-document.ts';
import { POLE_NAMES } from '../pose-goals.ts';
import { ownSpace, poseByGoals } from './pose-by-goals.ts';
import { propCalled } from './prop-words.ts';
import { word } from './word.ts';

/** Where plain bones are posed, their joints have names of their own. */
const NAMES = `handles (${HANDLE_NAMES.join(', ')}) and humanoid bones (as VRM 1.0 has them, such as leftIndexDistal)`;

/** Metres above a scene from which props are looked for below. */
const HIGH = 1000;

const PLACES = ['place', 'direction', 'both', 'none'] as const;

export const POSING_WORDS = {
  describePose: word({
    title: 'Describe the pose',
    description:
      'Says where the handles of the pose on screen are, in metres of the scene, Y up, and which joints are on their limits.',
    effect: 'reads',
    given: {},
    answer: poseFacts,
    run: async (session) => factsOfPose(await session.present()),
  }),
  poseByGoals: word({
    title: 'Pose by goals',
    description:
      'Pulls handles or humanoid bones to places, as the studio does: limbs first, then the trunk, inside the joint limits, and what is pinned stays. Elbows and knees go to their places too; a pole says instead in which direction one points. What cannot be reached is brought as near as it can be, and is told.',
    effect: 'changes',
    given: {
      goals: z.record(bodyName, point).describe(`where ${NAMES} should be, metres of the scene: { "leftHand": [0.4, 1.2, 0.3] }`),
      poles: z
        .partialRecord(z.enum(POLE_NAMES), direction)
        .describe('directions in which elbows and knees point, in the axes of the scene: { "leftElbow": [0, -1, 0] }')
        .exactOptional(),
      pins: z.array(bodyName).max(200).describe("what stays where and as it is; default: the project's pins").exactOptional(),
      from: z.enum(['present', 'rest']).describe('the pose to start from; default: the present one').exactOptional(),
      floorStops: z.boolean().describe('whether the floor stops the body; default: no').exactOptional(),
    },
    answer: z.object({
      ...stepAnswer,
      reached: z.boolean(),
      goals: z.array(z.object({ name: z.string(), reached: z.boolean(), millimetres: z.number() })),
      poles: z.array(z.object({ name: z.string(), reached: z.boolean(), degrees: z.number() })),
      lost: z
        .array(z.object({ name: z.string(), millimetres: z.number(), degrees: z.number() }))
        .describe('pins that could not be kept'),
      limited: z.array(z.string()).describe('joints on their limits'),
    }),
    run: async (session, given) => {
      const document = await session.present();
      const names = [...Object.keys(given.goals), ...Object.keys(given.poles ?? {})];
      if (names.length === 0) throw new Error('poseByGoals: expected at least one goal or pole');
      const { pose, ...told } = poseByGoals(document, ownSpace(document, given));
      const { step } = await poseIn(session, `Pose ${names.join(', ')}`, () => pose);
      return { step, ...told };
    },
  }),
  setExpressions: word({
    title: 'Set expressions',
    description:
      'Gives facial expressions of the pose on screen other weights: 0 is not at all, 1 wholly; those that are not named stay. setKey keys the face with the body.',
    effect: 'changes',
    given: {
      weights: z
        .record(z.string().min(1).max(200), z.number().min(0).max(1))
        .describe('by the names that describeProject lists: { "happy": 0.6, "blink": 0 }'),
    },
    answer: z.object(stepAnswer),
    run: async (session, { weights }) => {
      const names = Object.keys(weights);
      if (names.length === 0) throw new Error('setExpressions: expected at least one expression');
      const { rig } = await session.present();
      return poseIn(session, `Set ${names.join(', ')}`, (shown) => withNamedWeights(rig.skeleton, shown, weights));
    },
  }),
  standOn: word({
    title: 'Stand on a prop',
    description:
      'Brings both feet of the pose on screen onto a prop about a point, tilted as it slopes, and the hips over them; who sits or lies gets up.',
    effect: 'changes',
    given: {
      prop: sceneName,
      at: point
        .describe('where on it, metres of the scene; only its way along the floor counts. Default: its middle')
        .exactOptional(),
    },
    answer: z.object(stepAnswer),
    run: async (session, { prop: wanted, at }) => {
      const document = await session.present();
      const { rig, project, playhead } = document;
      const placed = placedIn(document, propCalled(project, wanted), playhead);
      if (!placed) throw new Error(`the file of ${quote(wanted)} is not there`);
      const ground = groundOfProps([placed], null);
      const [x, , depth] = at ? intoPlace(project.place, at) : placed.frame.position;
      const stood = standOn(rig, shownIn(document), ground, [x, ground.heightBelow(x, HIGH, depth), depth]);
      if (!stood) throw new Error(`there is no place for both feet on ${quote(wanted)} there`);
      return poseIn(session, `Stand on ${wanted}`, () => stood);
    },
  }),
  resetPose: word({
    title: 'Reset the pose',
    description: 'Brings the whole body back to its rest pose.',
    effect: 'changes',
    given: {},
    answer: z.object(stepAnswer),
    run: async (session) => {
      const { skeleton } = (await session.present()).rig;
      return poseIn(session, 'Reset pose', () => clampPose(skeleton, restPose(skeleton)).pose);
    },
  }),
  relaxPose: word({
    title: 'Relax the pose',
    description:
      'Brings what no pin needs a share of the way back to the last key at or before the frame on screen, or to rest where there is none.',
    effect: 'changes',
    given: {
      share: z.number().min(0).max(1).describe('of the way; default: half of it').exactOptional(),
      keep: z
        .array(z.enum(HANDLE_NAMES))
        .max(HANDLE_NAMES.length)
        .describe('handles that stay, beside what is pinned')
        .exactOptional(),
    },
    answer: z.object(stepAnswer),
    run: async (session, { share = 0.5, keep = [] }) => {
      const { rig, rigOf, project, playhead } = await session.present();
      const kept = keep.map((name) => [name, { translation: true, rotation: true, weight: 1 }] as const);
      const pins = { ...project.pins, ...Object.fromEntries(kept) };
      return poseIn(session, 'Relax', (pose) => relaxedPose(project, rig, rigOf, { pose, time: playhead, pins, share }));
    },
  }),
  mirrorPose: word({
    title: 'Flip the pose',
    description: 'Swaps left and right of the pose on screen.',
    effect: 'changes',
    given: {},
    answer: z.object(stepAnswer),
    run: async (session) => {
      const { rig } = await session.present();
      return poseIn(session, 'Flip pose', (shown) => mirrorPose(rig, shown));
    },
  }),
  pin: word({
    title: 'Pin handles',
    description: 'Says which handles stay while others are pulled: their place, their direction, both, or none of it.',
    effect: 'changes',
    given: {
      handles: z.partialRecord(z.enum(HANDLE_NAMES), z.enum(PLACES)).describe('{ "leftFoot": "both", "rightHand": "place" }'),
    },
    answer: z.object(stepAnswer),
    run: async (session, { handles }) => {
      const wanted = Object.entries(handles) as [HandleName, (typeof PLACES)[number]][];
      const { rig } = await session.present();
      for (const [name] of wanted) {
        const handle = handleOf(rig, name);
        if (!handle) throw new Error(`this character has no ${name}`);
        if (handle.kind !== 'position') throw new Error(`${name} cannot be pinned: it goes along with its limb`);
      }
      return stepIn(session, `Pin ${wanted.map(([name]) => name).join(', ')}`, (project) =>
        wanted.reduce((pinned, [name, what]) => {
          const pin = {
            translation: what === 'place' || what === 'both',
            rotation: what === 'direction' || what === 'both',
            weight: 1,
          };
          return setPin(pinned, name, pin);
        }, project),
      );
    },
  }),
} as const;
