import { decode, encode } from '@msgpack/msgpack';
import { applyChange } from '../../core/document/changes.ts';
import type { ProjectChange } from '../../core/document/project-change.ts';
import { packChange, unpackChange } from '../../core/document/packed-change.ts';
import { packPoses, unpackPoses } from '../../core/document/packed-poses.ts';
import type { ProjectData } from '../../core/document/project-data.ts';
import type { PartRevisions, Startup, UnsavedWork } from '../../electron/contract.ts';

/** Unsaved work as a thread packs it for the window: a project, and what changed since where that is what is saved. */
export function packWork(
  { poses, ...fields }: ProjectData,
  saved: { readonly revisions: PartRevisions; readonly change: ProjectChange } | null = null,
): Uint8Array {
  const work: UnsavedWork = {
    project: { ...fields, poses: [] },
    poses: packPoses(poses),
    saved: saved && { revisions: saved.revisions, change: packChange(saved.change) },
  };
  return encode(work, { ignoreUndefined: true });
}

/** Unsaved work as it was packed for the window: the project that it comes to, and what of it is saved. */
export function openWork({ work }: { readonly work: Uint8Array }): {
  readonly project: ProjectData;
  readonly saved: { readonly project: ProjectData; readonly revisions: PartRevisions; readonly change: ProjectChange } | null;
} {
  const { project: fields, poses, saved } = decode(work) as UnsavedWork;
  const project = { ...fields, poses: unpackPoses(poses) };
  if (!saved) return { project, saved };
  const change = unpackChange(saved.change);
  return { project: applyChange(project, change), saved: { project, revisions: saved.revisions, change } };
}

/** The project that is offered; throws where none is. */
export function offeredProject(startup: Startup): ProjectData {
  if (startup.kind !== 'recover') throw new Error(`expected unsaved work, got ${startup.kind}`);
  return openWork(startup).project;
}

/** The project of unsaved work, if there is any. */
export function projectOfWork(left: { readonly work: Uint8Array } | null): ProjectData | undefined {
  return left ? openWork(left).project : undefined;
}
