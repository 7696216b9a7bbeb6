import type { ReferenceData } from '../project-data.ts';
import type { Project } from '../project.ts';

/** How a reference is seen until the animator says it: as high as the view, in its middle, half faded. */
export const WHOLE_VIEW: Pick<ReferenceData, 'opacity' | 'size' | 'offset'> = { opacity: 0.5, size: 1, offset: [0, 0] };

/** Frames a second of pictures that follow each other, until the animator says it. */
const USUAL_FPS = 30;

/** The project with another reference, in the place of the one before, its first frame at `at`; `as` says otherwise. */
export function withReference(
  project: Project,
  shown: Pick<ReferenceData, 'name' | 'files' | 'at'>,
  as: Partial<ReferenceData> = {},
): Project {
  const timing = { speed: 1, fps: USUAL_FPS, isShown: true };
  return { ...project, reference: { ...WHOLE_VIEW, ...project.reference, ...timing, ...shown, ...as } };
}

/** The project with some of its reference changed; the same where that has none, or has it so. */
export function changeReference(project: Project, part: Partial<ReferenceData>): Project {
  const { reference } = project;
  const isOther = reference && Object.entries(part).some(([field, value]) => reference[field as keyof ReferenceData] !== value);
  return isOther ? { ...project, reference: { ...reference, ...part } } : project;
}
