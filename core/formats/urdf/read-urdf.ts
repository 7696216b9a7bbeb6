import { checkFunction, checkObject, checkText } from '../../math/check-values.ts';
import { checkFields } from '../../math/near-names.ts';
import { MOST_TURNS } from '../../skeleton/check-limit.ts';
import { fixed, hinge, slide } from '../../skeleton/make-limit.ts';
import type { Limit } from '../../skeleton/limits.ts';
import { createSkeleton, type JointDefinition, type Skeleton } from '../../skeleton/skeleton.ts';
import { quote } from '../text/quote.ts';
import { boxesOf, type MeshBounds, type RobotBox } from './urdf-boxes.ts';
import { childOf, numberOf, numbersOf, originOf, requiredText } from './urdf-values.ts';
import { parseXml, type XmlElement } from './xml-elements.ts';

/** A robot as its URDF describes it. Metres, radians; the world is the frame of its base link, +Z up as a rule of such files. */
export interface Robot {
  readonly name: string;
  /**
   * Joint 0 is the base link, which does not turn; then one joint for each of the file, by its name, parents before children. A pose of rest has every joint
   * at 0, be that inside its limits or not.
   */
  readonly skeleton: Skeleton;
  /** For each joint of the skeleton the link that moves with it. */
  readonly links: readonly RobotLink[];
  /** What of the file a skeleton has no word for, a sentence each: joints that mimic others move on their own. */
  readonly notes: readonly string[];
}

/** A link of a robot. */
export interface RobotLink {
  readonly name: string;
  /** Boxes around its shapes, in the frame of its joint. */
  readonly boxes: readonly RobotBox[];
}

/** What {@link readUrdf} cannot know from the file. */
export interface ReadUrdfOptions {
  /** The corners of a mesh by the name that the file gives it. Default: none is known, and meshes have no boxes. */
  readonly meshBounds?: MeshBounds | undefined;
}

const OPTIONS: ReadonlySet<string> = /* @__PURE__ */ new Set(['meshBounds']);

/**
 * Reads the text of a URDF file: links and their shapes as boxes, joints that turn, slide or stay, and their limits. Throws an `Error` of one sentence when
 * it is none, when links and joints are no tree, or for a joint that floats or moves in a plane.
 */
export function readUrdf(text: string, options: ReadUrdfOptions = {}): Robot {
  checkText(text, 'the URDF');
  checkObject(options, 'the options');
  checkFields(options, OPTIONS, 'the options');
  const { meshBounds = () => null } = options;
  checkFunction(meshBounds, 'meshBounds');
  const root = parseXml(text, 'the URDF');
  if (root.name !== 'robot') throw new Error(`a URDF must hold a robot, got ${quote(root.name)}`);
  const macro = root.children.find(({ name }) => name.startsWith('xacro:'));
  if (macro !== undefined)
    throw new Error(`the file is a xacro, not yet a URDF: expand ${quote(macro.name)} first (xacro robot.xacro > robot.urdf)`);
  const links = byName(root, 'link');
  const joints = byName(root, 'joint');
  const order = fromBase(links, joints);
  const notes: string[] = [];
  const places = new Map([[order.base, 0]]);
  const definitions: JointDefinition[] = [{ name: order.base, parent: -1, offset: [0, 0, 0], limit: fixed() }];
  for (const joint of order.joints) {
    const name = joint.attributes['name']!;
    const what = `joint ${quote(name)}`;
    const { xyz, turn } = originOf(joint, what);
    const limit = limitOf(joint, what, notes);
    places.set(linkOf(joint, 'child'), definitions.length);
    definitions.push({ name, parent: places.get(linkOf(joint, 'parent'))!, offset: xyz, rest: turn, limit });
    if (childOf(joint, 'mimic') !== undefined) notes.push(`${what} mimics another one and moves on its own here`);
  }
  return {
    name: root.attributes['name'] ?? '',
    skeleton: createSkeleton(definitions),
    links: [...places.keys()].map((name) => ({ name, boxes: boxesOf(links.get(name)!, `link ${quote(name)}`, meshBounds) })),
    notes,
  };
}

/** The elements of a kind by their names. */
function byName(root: XmlElement, kind: string): Map<string, XmlElement> {
  const found = new Map<string, XmlElement>();
  for (const element of root.children) {
    if (element.name !== kind) continue;
    const name = requiredText(element, 'name', `a ${kind}`);
    if (found.has(name)) throw new Error(`two ${kind}s have the name ${quote(name)}`);
    found.set(name, element);
  }
  return found;
}

function linkOf(joint: XmlElement, end: 'parent' | 'child'): string {
  return requiredText(childOf(joint, end), 'link', `the ${end} of joint ${quote(joint.attributes['name'] ?? '')}`);
}

/** The base link, and all joints so that each comes after that of its parent link. */
function fromBase(
  links: ReadonlyMap<string, XmlElement>,
  joints: ReadonlyMap<string, XmlElement>,
): { readonly base: string; readonly joints: readonly XmlElement[] } {
  const moved = new Set<string>();
  const below = new Map<string, XmlElement[]>();
  for (const joint of joints.values()) {
    const [parent, child] = [linkOf(joint, 'parent'), linkOf(joint, 'child')];
    for (const link of [parent, child]) {
      if (!links.has(link))
        throw new Error(`joint ${quote(joint.attributes['name']!)} names the link ${quote(link)}, which there is not`);
    }
    if (moved.has(child)) throw new Error(`the link ${quote(child)} hangs from two joints`);
    moved.add(child);
    below.set(parent, [...(below.get(parent) ?? []), joint]);
  }
  const bases = [...links.keys()].filter((name) => !moved.has(name));
  if (bases.length !== 1) throw new Error(`a robot must have one link that hangs from none, got ${bases.length}`);
  const ordered: XmlElement[] = [];
  const reached = [bases[0]!];
  for (let i = 0; i < reached.length; i++) {
    for (const joint of below.get(reached[i]!) ?? []) {
      ordered.push(joint);
      reached.push(linkOf(joint, 'child'));
    }
  }
  if (ordered.length < joints.size)
    throw new Error('the joints go round in a circle: some hang from each other, not from the base');
  return { base: bases[0]!, joints: ordered };
}

function limitOf(joint: XmlElement, what: string, notes: string[]): Limit {
  const type = requiredText(joint, 'type', what);
  if (type === 'fixed') return fixed();
  if (!['revolute', 'continuous', 'prismatic'].includes(type)) {
    throw new Error(`${what} must be revolute, continuous, prismatic or fixed, got ${quote(type)}`);
  }
  const [x, y, z] = numbersOf(childOf(joint, 'axis'), 'xyz', 3, [1, 0, 0], what);
  if (x === 0 && y === 0 && z === 0) throw new Error(`${what}: the axis must have a length above 0`);
  const axis = [x!, y!, z!] as const;
  if (type === 'continuous') return hinge({ axis });
  const range = childOf(joint, 'limit');
  if (range === undefined && type === 'revolute') {
    notes.push(`${what} is revolute and has no limit: it rotates all the way`);
    return hinge({ axis });
  }
  const min = numberOf(range, 'lower', 0, what);
  const max = numberOf(range, 'upper', 0, what);
  if (min > max) throw new Error(`${what}: the lower limit must not be above the upper one, got ${min} and ${max}`);
  return type === 'prismatic'
    ? slide({ axis, min, max })
    : hinge({ axis, min: Math.max(min, -MOST_TURNS), max: Math.min(max, MOST_TURNS) });
}
