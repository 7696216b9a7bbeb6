import * as z from 'zod/mini';
import { HUMANOID_BONES, type HumanoidBone } from '../../humanoid/body/bones.ts';
import { isRecord } from '../text/json-text.ts';
import type { GltfDocument } from './gltf-schema.ts';
import { readKhrCharacter } from './khr-character.ts';

const nodeIndex = z.int();

const vrm1Schema = z.looseObject({
  specVersion: z.optional(z.string()),
  humanoid: z.looseObject({ humanBones: z.record(z.string(), z.looseObject({ node: nodeIndex })) }),
});

const vrm0Schema = z.looseObject({
  humanoid: z.looseObject({ humanBones: z.array(z.looseObject({ bone: z.string(), node: z.optional(nodeIndex) })) }),
});

/** VRM 0.x counts the thumb's bones from the next joint on. */
const VRM0_NAMES = new Map<string, HumanoidBone>([
  ['leftThumbProximal', 'leftThumbMetacarpal'],
  ['leftThumbIntermediate', 'leftThumbProximal'],
  ['rightThumbProximal', 'rightThumbMetacarpal'],
  ['rightThumbIntermediate', 'rightThumbProximal'],
]);

const KNOWN = new Set<string>(HUMANOID_BONES);

/**
 * The humanoid bones that a VRM 0.x, VRM 1.0 or VRM Animation file declares, or one with a mapping of KHR_character: VRM 1.0 bone name → node index. Empty for
 * other files, and for a VRM file without a humanoid, which is an accessory;
 * names that VRM does not know and nodes that do not exist are left out. Throws an `Error` with one sentence for a damaged extension.
 */
export function readDeclaredBones(document: GltfDocument): Partial<Record<HumanoidBone, number>> {
  const extensions = document.extensions ?? {};
  const modern = extensions['VRMC_vrm'] ?? extensions['VRMC_vrm_animation'];
  const nodeCount = document.nodes?.length ?? 0;
  const bones: Partial<Record<HumanoidBone, number>> = {};
  const used = new Set<number>();
  const declare = (name: string, node: number) => {
    if (!isBone(name) || bones[name] !== undefined || node < 0 || node >= nodeCount || used.has(node)) return;
    bones[name] = node;
    used.add(node);
  };
  if ((modern ?? extensions['VRM']) === undefined) return readKhrCharacter(document).bones;
  if (isAccessory(extensions)) return bones;
  if (modern !== undefined) {
    const { humanBones } = parse(vrm1Schema, modern, 'VRMC_vrm').humanoid;
    for (const [name, bone] of Object.entries(humanBones)) declare(name, bone.node);
  } else {
    const { humanBones } = parse(vrm0Schema, extensions['VRM'], 'VRM').humanoid;
    for (const { bone, node } of humanBones) declare(VRM0_NAMES.get(bone) ?? bone, node ?? -1);
  }
  return bones;
}

/** Whether a file says that it is VRM, and nothing of a humanoid. */
function isAccessory(extensions: Readonly<Record<string, unknown>>): boolean {
  const stated = extensions['VRMC_vrm'] ?? extensions['VRM'];
  return extensions['VRMC_vrm_animation'] === undefined && isRecord(stated) && stated['humanoid'] === undefined;
}

function isBone(name: string): name is HumanoidBone {
  return KNOWN.has(name);
}

function parse<Output>(schema: z.ZodMiniType<Output>, value: unknown, name: string): Output {
  const result = schema.safeParse(value);
  if (!result.success) throw new Error(`the VRM file is not valid: the extension ${name} does not list its humanoid bones`);
  return result.data;
}
