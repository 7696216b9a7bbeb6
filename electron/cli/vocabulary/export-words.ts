import { z } from 'zod';
import { checkHasSprings, springClip } from '../../../core/animation/spring-clip.ts';
import { activeClip } from '../../../core/document/edits/clips.ts';
import { playedActiveClip, playedActors } from '../../../core/document/played-scene.ts';
import type { Project } from '../../../core/document/project.ts';
import { chooseClip } from '../choose-clip.ts';
import { reportOf } from '../describe-report.ts';
import type { Session } from './session.ts';
import { shownIn } from './open-document.ts';
import { word } from './word.ts';

const path = z
  .string()
  .min(1)
  .max(4096)
  .describe(
    "the extension chooses the format: .glb, .gltf and .vrm are the character's file with the clip added; .vrma, .fbx, .bvh, .json",
  );
const replace = z
  .boolean()
  .describe('whether a file that is there may be replaced; default: only one that was exported before in this session')
  .exactOptional();
const written = z.object({
  out: z.string(),
  bytes: z.number(),
  reread: z
    .object({ millimetres: z.number(), degrees: z.number() })
    .describe('how far the file, read again, is from what was meant'),
  warnings: z.array(z.string()),
});

export const EXPORT_WORDS = {
  exportClip: word({
    title: 'Export a clip',
    description:
      "Writes a clip, or every clip that holds keys, onto the character's file or as motion alone; the file is read again and compared.",
    effect: 'writes',
    given: {
      path,
      clip: z.string().min(1).max(1000).describe('default: the one on the timeline').exactOptional(),
      all: z.boolean().describe('every clip that holds keys: for .glb, .gltf and .vrm').exactOptional(),
      from: z.number().min(0).describe('seconds').exactOptional(),
      to: z.number().positive().describe('seconds').exactOptional(),
      fps: z.number().min(1).max(1000).exactOptional(),
      scene: z
        .boolean()
        .describe('all characters, props and cameras in one file: for .glb and .fbx; default: the character that is worked on')
        .exactOptional(),
      springs: z.boolean().describe('with the spring bones of a VRM character in the keys; default: no').exactOptional(),
      khrCharacter: z
        .boolean()
        .describe('add what KHR_character, a draft, says of the character: for .glb, .gltf and .vrm of one; default: no')
        .exactOptional(),
      replace,
    },
    answer: written,
    run: async (
      session,
      {
        path: given,
        clip,
        all = false,
        scene = false,
        springs = false,
        khrCharacter = false,
        replace: mayReplace = false,
        ...range
      },
    ) => {
      if (all && (clip !== undefined || Object.keys(range).length > 0)) {
        throw new Error('exportClip: "all" takes whole clips: "clip", "from", "to" and "fps" have no meaning beside it');
      }
      if (scene && khrCharacter)
        throw new Error('exportClip: "khrCharacter" speaks of one character: it has no meaning beside "scene"');
      const { rig, project, rigOf } = await session.present();
      const out = await placeFor(session, given, mayReplace);
      const wanted = clipsOf(project, clip, all).map(({ id }) => id);
      if (scene) {
        const actors = playedActors(project, rig, rigOf, { clips: wanted, swings: springs });
        const { props, cameras } = project;
        const request = { actors, props, cameras, path: out, ...(!all && { range }) };
        const { warnings, ...report } = reportOf(await session.exports.scene('export', request));
        return { ...report, warnings: [...warnings] };
      }
      if (springs) checkHasSprings(rig);
      const played = wanted.map((id) => playedActiveClip({ ...project, activeClip: id }, rig, rigOf));
      const clips = springs ? played.map((each) => springClip(rig, each)) : played;
      const { hash: characterHash } = project.character;
      const request = { characterHash, rig: project.rig, clips, path: out, khrCharacter, ...(!all && { range }) };
      const { warnings, ...report } = reportOf(await session.exports.clip('export', request));
      return { ...report, warnings: [...warnings] };
    },
  }),
  exportPose: word({
    title: 'Export the pose',
    description: 'Writes the character in the pose on screen; the file is read again and compared.',
    effect: 'writes',
    given: { path, replace },
    answer: written,
    run: async (session, { path: given, replace: mayReplace = false }) => {
      const document = await session.present();
      const { project } = document;
      const out = await placeFor(session, given, mayReplace);
      const request = { characterHash: project.character.hash, rig: project.rig, pose: [...shownIn(document)], path: out };
      const { warnings, ...report } = reportOf(await session.exports.pose('export', request));
      return { ...report, warnings: [...warnings] };
    },
  }),
} as const;

async function placeFor(session: Session, given: string, mayReplace: boolean): Promise<string> {
  const out = session.pathOf(given);
  if (!mayReplace && (await session.exports.replaces(out)))
    throw new Error(`"${out}" is there already: "replace" says that it may be replaced`);
  return out;
}

function clipsOf(project: Project, name: string | undefined, all: boolean) {
  if (!all) return [name === undefined ? activeClip(project) : chooseClip(project.clips, name, 'the project')];
  const keyed = project.clips.filter(({ tracks }) => tracks.length > 0);
  if (keyed.length === 0) throw new Error("none of the project's clips holds keys");
  return keyed;
}
