import { z } from 'zod';
import { extensionOf } from '../../../core/formats/text/file-name.ts';
import { UP_AXES } from '../../../core/formats/text/up-axes.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { listFolder } from '../../services/file-browser.ts';
import { factsOfProject, projectFacts, rounded } from './facts.ts';
import { word } from './word.ts';

/** Files that a character or a motion can come in. */
const OPENABLE = ['.glb', '.gltf', '.vrm', '.vrma', '.fbx', '.obj', '.bvh', '.zip', '.limber', '.json'];

export const bvhChoices = z
  .strictObject({
    up: z.enum(UP_AXES).exactOptional(),
    rootPosition: z.enum(['absolute', 'added']).exactOptional(),
    jointPosition: z.enum(['absolute', 'added']).exactOptional(),
    unit: z.number().positive().max(1e6).exactOptional(),
    skipFirstFrame: z.boolean().exactOptional(),
    rest: z.union([z.literal('zero'), z.strictObject({ frame: z.number().int().min(0) })]).exactOptional(),
  })
  .describe('how a BVH file is understood, where the program would choose otherwise');

const undoAnswer = z.object({
  step: z.string().describe('what was undone or made again'),
  undo: z.array(z.string()),
  redo: z.array(z.string()),
});

export const PROJECT_WORDS = {
  listFiles: word({
    title: 'List files',
    description: 'Lists the folders, characters, motions and projects of a folder.',
    effect: 'reads',
    given: { folder: z.string().min(1).max(4096).describe('default: the first of the folders that were named').exactOptional() },
    answer: z.object({
      folder: z.string(),
      folders: z.array(z.string()),
      files: z.array(z.string()),
      isProject: z.boolean().describe('whether the folder is a project, for openProject'),
    }),
    run: async (session, { folder = '.' }) => {
      const listed = await listFolder(session.paths, session.pathOf(folder), OPENABLE);
      const { files, folders, isProject } = listed;
      return { folder: listed.folder, folders: [...folders], files: [...files], isProject };
    },
  }),
  inspectFile: word({
    title: 'Inspect a file',
    description:
      'Says what is in a character or motion file: size, humanoid bones and how they were found, clips, warnings. Opens nothing.',
    effect: 'reads',
    given: {
      path: z.string().min(1).max(4096).describe('GLB, glTF, VRM, VRMA, FBX, BVH, or a zip archive of one'),
      bvh: bvhChoices.exactOptional(),
    },
    answer: z.object({
      file: z.string(),
      height: z.number().describe('metres'),
      joints: z.number(),
      bones: z.array(z.object({ bone: z.string(), joint: z.string(), confidence: z.number(), reason: z.string() })),
      missing: z.array(z.string()).describe('humanoid bones that were not found'),
      clips: z.array(z.object({ name: z.string(), seconds: z.number() })),
      notes: z.array(z.string()),
    }),
    run: async (session, { path, bvh }) => {
      const character = await session.characters.open(session.pathOf(path), bvh);
      const { report, skeleton } = buildRig(character.scene);
      const clips = await session.motions.list(character.hash);
      return {
        file: character.fileName,
        height: rounded(report.height),
        joints: skeleton.count,
        bones: report.matches.map(({ bone, joint, confidence, reason }) => ({
          bone,
          joint: skeleton.names[joint]!,
          confidence: rounded(confidence),
          reason,
        })),
        missing: [...report.missing],
        clips: clips.map(({ name, duration }) => ({ name, seconds: rounded(duration) })),
        notes: [...(character.warnings ?? []), ...report.warnings],
      };
    },
  }),
  openProject: word({
    title: 'Open a project',
    description:
      'Opens a project folder, or its project.limber. Every other word that speaks of a project means the one that was opened last.',
    effect: 'reads',
    given: { path: z.string().min(1).max(4096) },
    answer: projectFacts,
    run: async (session, { path }) => factsOfProject(await session.open(path)),
  }),
  createProject: word({
    title: 'Create a project',
    description: 'Makes a project folder for a character, at rest with both feet pinned and one empty clip, and opens it.',
    effect: 'writes',
    given: {
      character: z.string().min(1).max(4096).describe('GLB, glTF, VRM, FBX or BVH file; it is copied into the folder'),
      folder: z.string().min(1).max(4096).describe('a folder that is empty or not there yet'),
      name: z.string().min(1).max(200).describe("default: the folder's name").exactOptional(),
    },
    answer: projectFacts,
    run: async (session, { character, folder, name }) => {
      if (extensionOf(folder) === '.limber') throw new Error('createProject: expected a folder, got the name of a project file');
      return factsOfProject(await session.create(character, folder, name));
    },
  }),
  describeProject: word({
    title: 'Describe the project',
    description:
      'Says what the open project holds: character, handles, pins, clips with their keys, poses, steps that can be undone.',
    effect: 'reads',
    given: {},
    answer: projectFacts,
    run: async (session) => factsOfProject(await session.present()),
  }),
  undo: word({
    title: 'Undo',
    description:
      'Takes back the latest step that this session made in the project, or one before it that has ended; not those of others at work.',
    effect: 'changes',
    given: {},
    answer: undoAnswer,
    run: async (session) => {
      const step = await session.undo();
      const { undo, redo } = factsOfProject(await session.present());
      return { step, undo, redo };
    },
  }),
  redo: word({
    title: 'Redo',
    description: 'Makes the step again that was undone last.',
    effect: 'changes',
    given: {},
    answer: undoAnswer,
    run: async (session) => {
      const step = await session.redo();
      const { undo, redo } = factsOfProject(await session.present());
      return { step, undo, redo };
    },
  }),
} as const;
