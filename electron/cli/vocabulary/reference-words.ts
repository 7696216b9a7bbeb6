import { basename } from 'node:path';
import { z } from 'zod';
import { activeClip } from '../../../core/document/edits/clips.ts';
import { changeReference, withReference } from '../../../core/document/edits/references.ts';
import { MOST_PICTURES } from '../../../core/document/files-beside.ts';
import type { ReferenceData } from '../../../core/document/project-data.ts';
import type { Project } from '../../../core/document/project.ts';
import { readWholeFile } from '../../files/storage/read-file.ts';
import { stepAnswer, stepIn } from './facts.ts';
import type { Session } from './session.ts';
import { word } from './word.ts';

const part = {
  frame: z.number().min(-1e7).max(1e7).describe('where its first frame shows on the timeline, frames from 0').exactOptional(),
  opacity: z.number().min(0).max(1).exactOptional(),
  size: z.number().positive().max(100).describe('how high it is, in heights of the view').exactOptional(),
  right: z
    .number()
    .min(-100)
    .max(100)
    .describe('how far its middle is to the right of the view’s, in heights of the view')
    .exactOptional(),
  up: z.number().min(-100).max(100).describe('how far it is above it').exactOptional(),
  speed: z.number().positive().max(1000).describe('times its own').exactOptional(),
  fps: z.number().positive().max(1000).describe('pictures a second; a film has its own').exactOptional(),
};

type Part = { readonly [Field in keyof typeof part]?: number };

export const referenceFacts = z.object({
  name: z.string(),
  files: z.array(z.string()),
  frame: z.number(),
  opacity: z.number(),
  size: z.number(),
  right: z.number(),
  up: z.number(),
  speed: z.number(),
  fps: z.number(),
  shown: z.boolean(),
});

const answer = z.object({ ...stepAnswer, reference: referenceFacts.nullable() });

export const REFERENCE_WORDS = {
  showReference: word({
    title: 'Show a reference',
    description:
      'Puts a picture, a film or pictures that follow each other behind the character, in the place of the one before. They are kept with the project as they came; whether they can be decoded is found where they are shown.',
    effect: 'changes',
    given: {
      paths: z
        .array(z.string().min(1).max(4096))
        .min(1)
        .max(MOST_PICTURES)
        .describe('a film (MP4, MOV, WebM, MKV), or pictures (PNG, JPEG, WebP) in their order'),
      ...part,
    },
    answer,
    run: async (session, { paths, ...rest }) => {
      const files: { fileName: string; hash: string }[] = [];
      for (const path of paths)
        files.push({ fileName: basename(path), hash: await session.media.keep(await readWholeFile(session.pathOf(path))) });
      const name = files.length === 1 ? files[0]!.fileName : `${files.length} pictures`;
      return withStep(session, `Show ${name}`, (project) =>
        changeReference(withReference(project, { name, files, at: 0 }), partOf(project, rest)),
      );
    },
  }),
  changeReference: word({
    title: 'Change the reference',
    description: 'Moves the reference in the view or in time, changes its speed or opacity, or hides and shows it.',
    effect: 'changes',
    given: { ...part, shown: z.boolean().exactOptional() },
    answer,
    run: async (session, { shown, ...rest }) => {
      if (!(await session.present()).project.reference) throw new Error('the project has no reference');
      return withStep(session, 'Change the reference', (project) =>
        changeReference(project, { ...partOf(project, rest), ...(shown !== undefined && { isShown: shown }) }),
      );
    },
  }),
  removeReference: word({
    title: 'Remove the reference',
    description: 'Takes the reference away; its files stay in the folder.',
    effect: 'changes',
    given: {},
    answer,
    run: async (session) => withStep(session, 'Remove the reference', (project) => ({ ...project, reference: null })),
  }),
} as const;

/** What is said of a reference, as the project has it. */
function partOf(project: Project, { frame, right, up, ...same }: Part): Partial<ReferenceData> {
  const [x, y] = project.reference?.offset ?? [0, 0];
  const isMoved = right !== undefined || up !== undefined;
  return {
    ...same,
    ...(frame !== undefined && { at: frame / activeClip(project).fps }),
    ...(isMoved && { offset: [right ?? x, up ?? y] as const }),
  };
}

export function factsOfReference(project: Project): z.output<typeof referenceFacts> | null {
  const { reference } = project;
  if (!reference) return null;
  const { name, files, at, opacity, size, offset, speed, fps, isShown } = reference;
  const [right, up] = offset;
  const frame = at * activeClip(project).fps;
  const names = files.map(({ fileName }) => fileName);
  return { name, files: names, frame, opacity, size, right, up, speed, fps, shown: isShown };
}

async function withStep(session: Session, label: string, edit: (project: Project) => Project) {
  const { step } = await stepIn(session, label, edit);
  return { step, reference: factsOfReference((await session.present()).project) };
}
