import { HUMANOID_BONES, type HumanoidBone } from '../../humanoid/body/bones.ts';
import { isRecord } from '../text/json-text.ts';
import type { GltfAnimation, GltfDocument } from './gltf-schema.ts';

/** The names of the drafts that are followed. */
export const KHR_CHARACTER = 'KHR_character';
export const SKELETON_MAPPING = `${KHR_CHARACTER}_skeleton_mapping`;
export const REFERENCE_POSE = `${KHR_CHARACTER}_reference_pose`;
export const EXPRESSION = `${KHR_CHARACTER}_expression`;

/** What the drafts of Khronos for characters say in a file, as far as it can be used. Numbers of animations are the file's own. */
export interface KhrCharacter {
  /** Nodes by the bones that they are mapped to; empty where no mapping names all that a body has. */
  readonly bones: Readonly<Partial<Record<HumanoidBone, number>>>;
  readonly poses: readonly ReferencePose[];
  readonly expressions: readonly { readonly name: string; readonly animation: number }[];
  /** Sentences about what cannot be used; the file keeps it. */
  readonly notes: readonly string[];
}

/** An animation that holds one still pose to retarget from. */
export interface ReferencePose {
  readonly animation: number;
  /** `TPose`, `APose`, `IPose` or whatever its author calls it. */
  readonly type: string;
}

/** Bones that a body has at least: those that VRM requires. */
const REQUIRED = /^(hips|spine|head)$|(Arm|[tr]Hand|Leg|Foot)$/;

/** Reads what a file says by the drafts of KHR_character. Nothing is thrown: what is not as they say is told, and left aside. */
export function readKhrCharacter(document: GltfDocument): KhrCharacter {
  const { animations = [], extensions = {} } = document;
  const notes: string[] = [];
  const leave = (what: string): void =>
    void notes.push(`${what} is not as the draft of ${KHR_CHARACTER} says, and is left aside`);
  const poses = animations.flatMap((animation, i): ReferencePose[] => {
    const stated = isRecord(animation['extensions']) ? animation['extensions'][REFERENCE_POSE] : undefined;
    if (stated === undefined) return [];
    const type = isRecord(stated) ? (stated['poseType'] ?? 'TPose') : null;
    if (typeof type === 'string' && isStill(document, animation)) return [{ animation: i, type }];
    leave(`the reference pose in animation ${i}`);
    return [];
  });
  const face = extensions[EXPRESSION];
  const faces: readonly unknown[] = isRecord(face) && Array.isArray(face['expressions']) ? face['expressions'] : [face];
  const expressions = faces.flatMap((each) => {
    const { expression: name, animation } = isRecord(each) ? each : {};
    if (typeof name === 'string' && isAmong(animations, animation)) return [{ name, animation }];
    if (face !== undefined && notes.length < 9) leave(`an expression in ${EXPRESSION}`);
    return [];
  });
  return { bones: mappedBones(document, notes), poses, expressions, notes };
}

/** Whether an animation is one pose of nodes. */
function isStill({ accessors = [] }: GltfDocument, { channels, samplers }: GltfAnimation): boolean {
  return (
    channels.length > 0 &&
    channels.every(({ target: { node, path }, sampler }) => {
      const { input = -1, interpolation } = samplers[sampler] ?? {};
      const isPlain = node !== undefined && /^(translation|rotation|scale)$/.test(path);
      return isPlain && accessors[input]?.count === 1 && interpolation !== 'CUBICSPLINE';
    })
  );
}

function mappedBones(document: GltfDocument, notes: string[]): KhrCharacter['bones'] {
  const stated = document.extensions?.[SKELETON_MAPPING];
  if (stated === undefined) return {};
  const sets = isRecord(stated) && isRecord(stated['skeletalRigMappings']) ? Object.values(stated['skeletalRigMappings']) : [];
  const found = sets.filter(isRecord).map((roles) => bonesOf(document, roles));
  const best = found.reduce((most, each) => (each.size > most.size ? each : most), new Map<HumanoidBone, number>());
  const missing = HUMANOID_BONES.find((bone) => REQUIRED.test(bone) && !best.has(bone));
  if (!missing) return Object.fromEntries(best);
  notes.push(`${SKELETON_MAPPING} maps no ${missing} of VRM, so that bones are found by names and shape`);
  return {};
}

/** Nodes by the bones of VRM among the roles of a mapping. Earlier drafts have a node's number or its name, the first ones names of nodes before roles. */
function bonesOf({ nodes = [] }: GltfDocument, roles: Readonly<Record<string, unknown>>): Map<HumanoidBone, number> {
  const bones = new Map<HumanoidBone, number>();
  for (const [role, value] of Object.entries(roles)) {
    const isReversed = isBone(value) && !isBone(role);
    const bone = isReversed ? value : role;
    const place = isReversed ? role : isRecord(value) ? value['node'] : value;
    const node = typeof place === 'string' ? nodes.findIndex(({ name }) => name === place) : place;
    if (isBone(bone) && isAmong(nodes, node) && !bones.has(bone) && ![...bones.values()].includes(node)) bones.set(bone, node);
  }
  return bones;
}

function isAmong(list: readonly unknown[], index: unknown): index is number {
  return typeof index === 'number' && list[index] !== undefined;
}

function isBone(name: unknown): name is HumanoidBone {
  return (HUMANOID_BONES as readonly unknown[]).includes(name);
}
