import { PROJECT_VERSION } from './project-data.ts';

/** A project file's JSON before it was validated. */
export type RawProject = Readonly<Record<string, unknown>>;

/** One function a step: the first brings version 1 to version 2, and so on. */
const STEPS: readonly ((project: RawProject) => RawProject)[] = [];

/** Brings a project's JSON, of any version there ever was, to the present version. Throws an `Error` with one sentence when it cannot. */
export function migrateProject(json: unknown): RawProject {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new Error('this is not a Limber project: its file does not hold an object');
  }
  let project = json as RawProject;
  const version = project['version'];
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw new Error(
      `this is not a Limber project: its version should be a whole number, but it is ${JSON.stringify(version) ?? 'missing'}`,
    );
  }
  if (version > PROJECT_VERSION) {
    throw new Error(
      `this project was saved by a newer Limber (format ${version}); this one reads formats up to ${PROJECT_VERSION}`,
    );
  }
  for (const step of STEPS.slice(version - 1)) project = step(project);
  return project;
}
