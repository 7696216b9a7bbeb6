import { barOf } from '../../contact/furniture.ts';
import type { Carrier } from '../../animation/carrier.ts';
import type { PropKey, PropMotion, PropRest } from '../../animation/prop-motion.ts';
import type { Frame } from '../../math/frame.ts';
import { add, distance, scale, subtract } from '../../math/vec3.ts';
import type { GripData, PropData, PropForm } from '../project-data.ts';
import type { Project } from '../project.ts';
import { motionOfProp } from '../prop-frames.ts';
import { byTime, withMotion } from './motions.ts';
import { withAdded, withItem, withoutItem } from './with-item.ts';
import { without } from './without.ts';

/** Adds a prop behind all others. Throws a `RangeError` when its id is taken. */
export function addProp(project: Project, prop: PropData): Project {
  return withAdded(project, 'props', 'prop', prop);
}

/** Removes a prop; the same project where there is no such prop. */
export function removeProp(project: Project, id: string): Project {
  return withoutItem(project, 'props', id);
}

/** Calls a prop by another name, or gives it another form. Throws a `RangeError` when the name is empty. */
export function changeProp(project: Project, id: string, fields: Partial<Pick<PropData, 'name' | 'form'>>): Project {
  const { name, form } = fields;
  if (name !== undefined && name.trim() === '') throw new RangeError('a prop needs a name');
  return withProp(project, id, (prop) => ({
    ...prop,
    ...(name !== undefined && { name: name.trim() }),
    ...(form && { form }),
    ...(form && prop.grips && { grips: gripsAtScale(prop.grips, prop.form, form) }),
  }));
}

/** Grips stay where they are on the meshes of a file at another scale, and on the bars of what has another size now. */
function gripsAtScale(grips: readonly GripData[], before: PropForm, now: PropForm): readonly GripData[] {
  const [was, is] = [barOf(before), barOf(now)];
  if (was && is) {
    const [x, y, z] = subtract(is.at, was.at);
    return grips.map((grip) => ({ ...grip, position: add(grip.position, [x, y, grip.position[2] > 0 ? -z : z]) }));
  }
  if (before.kind !== 'file' || now.kind !== 'file' || before.hash !== now.hash) return grips;
  const larger = now.scale / before.scale;
  return grips.map((grip) => ({ ...grip, position: scale(grip.position, larger) }));
}

/** Lets feet stand on a prop, or not. */
export function setGround(project: Project, id: string, isGround: boolean): Project {
  return withProp(project, id, (prop) => (isGround ? { ...prop, isGround } : without(prop, 'isGround')));
}

/** Grips that a prop has for each hand at most. */
export const MOST_GRIPS = 2;

/** Metres within which two grips of a hand are the same one. */
const SAME_GRIP = 0.01;

/** Keeps where a hand holds a prop, in the place of a grip of that hand that is there; of more than two the first goes. Throws a `RangeError` unless all numbers are finite. */
export function addGrip(project: Project, id: string, grip: GripData): Project {
  checkFrame(grip);
  return withProp(project, id, (prop) => {
    const others = (prop.grips ?? []).filter(({ hand }) => hand !== grip.hand);
    const isOther = ({ hand, position }: GripData) => hand === grip.hand && distance(position, grip.position) > SAME_GRIP;
    const own = [...(prop.grips ?? []).filter(isOther), grip];
    return { ...prop, grips: [...others, ...own.slice(-MOST_GRIPS)] };
  });
}

/** Forgets where hands hold a prop. */
export function clearGrips(project: Project, id: string): Project {
  return withProp(project, id, (prop) => without(prop, 'grips'));
}

/** Puts a prop elsewhere where nothing moves it. Throws a `RangeError` unless all numbers are finite. */
export function restProp(project: Project, id: string, rest: PropRest): Project {
  checkFrame(rest);
  return withProp(project, id, (prop) => ({ ...prop, rest }));
}

/** Sets a key of a prop in a clip, in the place of one at the same time. Throws a `RangeError` unless all numbers are finite. */
export function setPropKey(project: Project, id: string, clip: string, key: PropKey): Project {
  checkFrame(key);
  return withMotionOf(project, id, clip, (motion) => ({ ...motion, keys: byTime(motion.keys, key, ({ time }) => time) }));
}

/** Lets something else carry a prop from a time of a clip on; null: nothing does. */
export function setCarrier(project: Project, id: string, clip: string, from: number, by: Carrier | null): Project {
  return withMotionOf(project, id, clip, (motion) => {
    const changes = byTime(motion.changes, { from, by }, (change) => change.from);
    return { ...motion, changes };
  });
}

/** Takes away the keys and changes of a prop at a time of a clip. */
export function clearPropAt(project: Project, id: string, clip: string, time: number): Project {
  return withMotionOf(project, id, clip, ({ keys, changes }) => ({
    keys: keys.filter((key) => key.time !== time),
    changes: changes.filter(({ from }) => from !== time),
  }));
}

/** Moves what a prop has at a time of a clip to another one, where nothing of it is yet. */
export function retimeProp(project: Project, id: string, clip: string, from: number, to: number): Project {
  return withMotionOf(project, id, clip, (motion) => {
    const moved = ({ keys, changes }: PropMotion): PropMotion => ({
      keys: keys.map((key) => (key.time === from ? { ...key, time: to } : key)).sort((a, b) => a.time - b.time),
      changes: changes.map((change) => (change.from === from ? { ...change, from: to } : change)).sort((a, b) => a.from - b.from),
    });
    const isTaken = motion.keys.some(({ time }) => time === to) || motion.changes.some((change) => change.from === to);
    return isTaken ? motion : moved(motion);
  });
}

/** Lets go of all that hangs from a carrier that is going: what it held from the beginning rests where `frameOf` has it in the scene. */
export function releaseFrom(project: Project, isGoing: (by: Carrier) => boolean, frameOf: (prop: PropData) => Frame): Project {
  const goes = (by: Carrier | null): boolean => by !== null && isGoing(by);
  const props = project.props.map((prop) => {
    const rest = goes(prop.rest.by) ? { ...frameOf(prop), by: null } : prop.rest;
    const isChanged = rest !== prop.rest || Object.values(prop.motions).some(({ changes }) => changes.some(({ by }) => goes(by)));
    if (!isChanged) return prop;
    const motions = Object.entries(prop.motions).map(([clip, motion]) => {
      const changes = motion.changes.map((change) => (goes(change.by) ? { ...change, by: null } : change));
      return [clip, { ...motion, changes }] as const;
    });
    return { ...prop, rest, motions: Object.fromEntries(motions) };
  });
  return props.some((prop, i) => prop !== project.props[i]) ? { ...project, props } : project;
}

/** Whether a prop hangs, in any clip or at rest, from another one: that may not hang from it in turn. */
export function hangsFrom(project: Project, id: string, other: string): boolean {
  const seen = new Set<string>();
  const hangs = (each: string): boolean => {
    if (each === other) return true;
    if (seen.has(each)) return false;
    seen.add(each);
    const prop = project.props.find((known) => known.id === each);
    const carriers = prop
      ? [prop.rest.by, ...Object.values(prop.motions).flatMap(({ changes }) => changes.map(({ by }) => by))]
      : [];
    return carriers.some((by) => by !== null && 'prop' in by && hangs(by.prop));
  };
  return hangs(id);
}

function withMotionOf(project: Project, id: string, clip: string, change: (motion: PropMotion) => PropMotion): Project {
  return withProp(project, id, (prop) => {
    const before = motionOfProp(prop, clip);
    const after = change(before);
    if (after === before) return prop;
    const isSomething = after.keys.length > 0 || after.changes.length > 0;
    return { ...prop, motions: withMotion(prop.motions, clip, after, isSomething) };
  });
}

function withProp(project: Project, id: string, change: (prop: PropData) => PropData): Project {
  return withItem(project, 'props', id, change);
}

function checkFrame({ position, rotation }: Frame): void {
  if (![...position, ...rotation].every(Number.isFinite)) throw new RangeError('a place needs finite numbers');
}
