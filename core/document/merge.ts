import type { ListKind } from './list-kinds.ts';
import type { Project } from './project.ts';

/** The settings of a project that several people share, in memory or as they are written. */
export interface SharedSettings {
  readonly name: string;
  readonly place: object;
  readonly pins: object;
  readonly solver: object;
  readonly rig: {
    readonly preset: string;
    readonly corrections: object;
    readonly limits: object;
    readonly stiffness: object;
    readonly flatFeet?: object;
  };
}

/** A setting that both sides changed: what was set here stays. */
export interface Overruled {
  readonly setting: string;
  /** What the others had set; undefined when they had taken it away. */
  readonly theirs: unknown;
}

export interface MergedSettings<Settings> {
  readonly settings: Settings;
  readonly overruled: readonly Overruled[];
}

/**
 * Merges settings three ways, one by one: what only one side changed since `base` is taken from that side, what both changed is `mine`.
 * Gives `mine` or `theirs` itself where the result is the same.
 */
export function mergeSettings<Settings extends SharedSettings>(
  base: SharedSettings,
  mine: Settings,
  theirs: SharedSettings,
): MergedSettings<Settings> {
  const overruled: Overruled[] = [];
  const merge = <Values extends object>(ours: Values, from: object, other: object): Values =>
    mergeRecord(from, ours, other, overruled) as Values;
  const { name } = merge({ name: mine.name }, { name: base.name }, { name: theirs.name });
  const { preset } = merge({ preset: mine.rig.preset }, { preset: base.rig.preset }, { preset: theirs.rig.preset });
  const flatFeet = merge(mine.rig.flatFeet ?? {}, base.rig.flatFeet ?? {}, theirs.rig.flatFeet ?? {});
  const rig = {
    preset,
    corrections: merge(mine.rig.corrections, base.rig.corrections, theirs.rig.corrections),
    limits: merge(mine.rig.limits, base.rig.limits, theirs.rig.limits),
    stiffness: merge(mine.rig.stiffness, base.rig.stiffness, theirs.rig.stiffness),
    ...(Object.keys(flatFeet).length > 0 && { flatFeet }),
  };
  const settings = {
    ...mine,
    name,
    place: merge(mine.place, base.place, theirs.place),
    pins: merge(mine.pins, base.pins, theirs.pins),
    solver: merge(mine.solver, base.solver, theirs.solver),
    rig: sameValue(rig, mine.rig) ? mine.rig : sameValue(rig, theirs.rig) ? theirs.rig : rig,
  };
  return { settings, overruled };
}

function mergeRecord(base: object, mine: object, theirs: object, overruled: Overruled[]): object {
  const [from, ours, other] = [base, mine, theirs].map((record) => new Map<string, unknown>(Object.entries(record)));
  const merged = new Map<string, unknown>();
  for (const key of new Set([...ours!.keys(), ...other!.keys()])) {
    const isMine = !sameValue(ours!.get(key), from!.get(key));
    const value = isMine ? ours!.get(key) : other!.get(key);
    if (isMine && !sameValue(other!.get(key), from!.get(key)) && !sameValue(other!.get(key), value)) {
      overruled.push({ setting: key, theirs: other!.get(key) });
    }
    if (value !== undefined) merged.set(key, value);
  }
  const record = Object.fromEntries(merged);
  return sameValue(record, mine) ? mine : sameValue(record, theirs) ? theirs : record;
}

/** Whether two values of plain JSON are the same, whatever the order of their fields. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) {
    return false;
  }
  const keys = Object.keys(a);
  const other = b as Readonly<Record<string, unknown>>;
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameValue((a as Readonly<Record<string, unknown>>)[key], other[key]))
  );
}

/** What became of parts that both sides had changed, by their ids: a copy of one's own beside theirs; null: theirs alone. */
export type PartCopies = Readonly<Record<string, { readonly id: string; readonly name: string } | null>>;

export type Copies = Readonly<Record<ListKind, PartCopies>>;

const NO_COPIES: Copies = { poses: {}, clips: {}, actors: {}, props: {}, sounds: {}, cameras: {} };

/**
 * How states of a project follow what others made of `base`: `theirs`. Each state keeps what it had changed since `base` and takes over
 * everything else, so that no step of undoing takes back what others did. A part that both sides changed stays as the state has it; where
 * `copies` names it, theirs takes its place and the state's own becomes the copy beside it (null: there is none, the state had removed it). In all of them the
 * first actor is the one that is worked on.
 */
export function rebaser(base: Project, theirs: Project, copies: Copies = NO_COPIES): (state: Project) => Project {
  const poses = listRebaser(base.poses, theirs.poses, copies.poses);
  const clips = listRebaser(base.clips, theirs.clips, copies.clips);
  const actors = listRebaser(base.actors, theirs.actors, copies.actors);
  const props = listRebaser(base.props, theirs.props, copies.props);
  const sounds = listRebaser(base.sounds, theirs.sounds, copies.sounds);
  const cameras = listRebaser(base.cameras, theirs.cameras, copies.cameras);
  return (state) => {
    const { settings } = mergeSettings<Project>(base, state, theirs);
    const next = {
      ...settings,
      poses: poses(state.poses),
      clips: clips(state.clips),
      actors: actors(state.actors),
      props: props(state.props),
      sounds: sounds(state.sounds),
      cameras: cameras(state.cameras),
    };
    // The last clip of a project stays.
    const kept = next.clips.length > 0 ? next.clips : state.clips;
    const active = kept.some(({ id }) => id === state.activeClip)
      ? state.activeClip
      : (copies.clips[state.activeClip]?.id ?? kept[0]!.id);
    return sameFields({ ...next, clips: kept, activeClip: active }, state);
  };
}

interface Part {
  readonly id: string;
  readonly name: string;
}

/** The same for a list of parts; a list that was seen before is not worked out again. */
function listRebaser<Item extends Part>(
  base: readonly Item[],
  theirs: readonly Item[],
  copies: PartCopies,
): (list: readonly Item[]) => readonly Item[] {
  const done = new Map<readonly Item[], readonly Item[]>();
  const before = new Map(base.map((item) => [item.id, item]));
  const after = new Map(theirs.map((item) => [item.id, item]));
  const ids = [...new Set([...after.keys(), ...before.keys()])].filter((id) => before.get(id) !== after.get(id));
  const changed = new Set(ids);
  const rebased = (list: readonly Item[]): readonly Item[] => {
    const present = new Set(list.map(({ id }) => id));
    const result = list.flatMap((item) => {
      if (!changed.has(item.id)) return [item];
      const other = after.get(item.id);
      const copy = copies[item.id];
      if (item === before.get(item.id)) return other ? [other] : [];
      return copy ? [...(other ? [other] : []), { ...item, ...copy }] : [item];
    });
    const added = ids.flatMap((id) => {
      const isNew = !present.has(id) && (!before.has(id) || copies[id] === null);
      const item = after.get(id);
      return isNew && item ? [item] : [];
    });
    const isSame = added.length === 0 && result.length === list.length && result.every((item, i) => item === list[i]);
    return isSame ? list : [...result, ...added];
  };
  return (list) => {
    if (changed.size === 0) return list;
    const known = done.get(list) ?? rebased(list);
    done.set(list, known);
    return known;
  };
}

function sameFields(project: Project, state: Project): Project {
  return (Object.keys(project) as (keyof Project)[]).every((field) => project[field] === state[field]) ? state : project;
}
