import { isDeepStrictEqual } from 'node:util';
import { unpackPoses } from '../../../../core/document/packed-poses.ts';
import type { ContactSpan } from '../../../../core/animation/clip.ts';
import type { ActorData, ProjectData, PropData } from '../../../../core/document/project-data.ts';
import { IDENTITY } from '../../../../core/math/quat.ts';
import { BROWSER_SHELL, createServices, type StudioServices } from '../../../../electron/services/create-services.ts';
import { createPathGuard } from '../../../../electron/services/path-guard.ts';

/** The services of a program whose own files and whose user's files lie in these folders. */
export function crashServices(dataFolder: string, folder: string, mannequinPath: string): StudioServices {
  return createServices({
    app: { version: '0', host: 'browser', platform: 'linux', documentsFolder: folder },
    dataFolder,
    mannequinPath,
    startupFile: null,
    paths: createPathGuard([folder]),
    places: () => [],
    shell: BROWSER_SHELL,
  });
}

/** A project with all of its poses, not only those that a window shows first, and the sentences of both readings. */
export async function openWhole(
  { services }: StudioServices,
  path: string,
): Promise<{ readonly project: ProjectData; readonly warnings: readonly string[] }> {
  const { folder, project, warnings } = await services['project.open'](path);
  const all = await services['project.poses'](folder);
  return { project: { ...project, poses: unpackPoses(all.poses) }, warnings: [...new Set([...warnings, ...all.warnings])] };
}

/** Numbers of edits whose parts have ids that files have which cannot be used. */
export const TAKEN: ReadonlySet<number> = new Set([2, 5, 9, 13, 14]);

/** The edit with a number that a writer makes: a pose of its own. */
export function poseOf(writer: string, edit: number): string {
  return `${writer}-${edit}`;
}

/** Whether an edit with this number adds an actor to the scene; others add props, sounds, cameras or poses. */
export function addsActor(edit: number): boolean {
  return edit % 3 === 0;
}

/** Whether an edit with this number adds a prop. */
export function addsProp(edit: number): boolean {
  return edit % 5 === 0 && !addsActor(edit);
}

/** Whether an edit with this number adds a sound: {@link TAKEN} has one of them. */
export function addsSound(edit: number): boolean {
  return edit % 7 === 0 && !addsActor(edit) && !addsProp(edit);
}

/** Whether an edit with this number adds a camera. */
export function addsCamera(edit: number): boolean {
  return edit % 4 === 1 && !addsActor(edit) && !addsProp(edit) && !addsSound(edit);
}

/** What an actor does that an edit with this number adds: a hand is on the first actor, the other on a prop, on what may come to be there. */
export function touchingMotions(edit: number): ActorData['motions'] {
  const place = { position: [0.01 * edit, 0, 0.1], rotation: IDENTITY } as const;
  const contacts: ContactSpan[] = [
    { part: 'leftHand', from: 0, to: 0.5, on: { by: { actor: 'actor-1', joint: 'head' }, ...place, gives: 'both', turns: true } },
    { part: 'rightHand', from: 0.1, to: 0.4, fade: 0.1, isMuted: true, on: { by: { prop: `prop-${edit}` }, ...place } },
  ];
  return { 'clip-1': { tracks: [], contacts } };
}

/** What a prop does that an edit with this number adds, and where hands hold it: a hand of the first actor takes it, then another prop, with keys between. */
export function carriedParts(edit: number): Pick<PropData, 'rest' | 'motions' | 'grips'> {
  const frame = { position: [0.01 * edit, 0.2, 0], rotation: IDENTITY } as const;
  return {
    rest: { position: [edit, 0, 0], rotation: IDENTITY, by: null },
    grips: [
      { hand: 'right', ...frame, fingers: { Thumb: [0.1, 0.2], Index: [0.3, 0.4, 0.5] } },
      { hand: 'left', ...frame },
    ],
    motions: {
      'clip-1': {
        keys: [
          { time: 0.25, ...frame, interpolation: 'ease' },
          { time: 0.75, ...frame, interpolation: 'linear' },
        ],
        changes: [
          { from: 0.25, by: { actor: 'actor-1', joint: 'rightHand' } },
          { from: 0.5, by: { prop: `prop-${edit}` } },
        ],
      },
    },
  };
}

/** Frames a second of the clip of {@link sampleProject}. */
const FPS = 30;
/** Frames for the contacts that assistants add in one round, apart from each other: those of one hand that touch are joined. */
const FRAMES_OF_ROUND = 5000;

/** The frame from which the contact holds that an edit adds: it tells which edit it was. */
export function frameOf(id: string): number {
  const [, round, edit] = /^r(\d+)c-(\d+)$/.exec(id)!;
  return FRAMES_OF_ROUND * (1 + Number(round)) + 2 * Number(edit);
}

function editAt(frame: number): string {
  const round = Math.floor(frame / FRAMES_OF_ROUND);
  return `r${round - 1}c-${(frame - round * FRAMES_OF_ROUND) / 2}`;
}

/**
 * The edits that a project has: the names of its parts tell, since one whose id is taken goes under another, and the times of contacts of what is there
 * anyway. A window's actor without what it touches is none, and no prop without its motion and grips.
 */
export function editsOf({ poses, clips, actors = [], props = [], sounds = [], cameras = [] }: ProjectData): string[] {
  const isAssistants = ({ name }: { readonly name: string }) => /^Pose r\d+c-/.test(name);
  const whole = actors.filter(
    (actor) => isAssistants(actor) || containsMotions(actor.motions, touchingMotions(actor.place.at[0])),
  );
  const carried = props.filter(
    ({ rest, motions, grips, ...prop }) =>
      (isAssistants(prop) && rest.by) || isDeepStrictEqual({ rest, motions, grips }, carriedParts(rest.position[0])),
  );
  const motions = [...clips, ...actors.flatMap((actor) => Object.values(actor.motions))];
  const frames = motions.flatMap(({ contacts = [] }) => contacts.map(({ from }) => Math.round(FPS * from)));
  const named = [...poses, ...whole, ...carried, ...sounds, ...cameras].map(({ name }) =>
    name.replace(/^Pose /, '').replace(/(?: \(\d+\))+$/, ''),
  );
  return [...named, ...frames.filter((frame) => frame >= FRAMES_OF_ROUND).map(editAt)];
}

/** Whether an actor touches what it touched when it came, whatever else it has come to touch. */
function containsMotions(motions: ActorData['motions'], came: ActorData['motions']): boolean {
  return Object.entries(came).every(([clip, { tracks, contacts = [] }]) => {
    const now = motions[clip];
    const touches = (contact: ContactSpan) => now!.contacts?.some((each) => isDeepStrictEqual(each, contact));
    return now && isDeepStrictEqual(now.tracks, tracks) && contacts.every(touches);
  });
}
