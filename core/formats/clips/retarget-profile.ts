import { z } from 'zod';
import type { ContactSettings } from '../../animation/contacts.ts';
import { FRAME_RATES } from '../../animation/clip.ts';
import { HUMANOID_BONES, type HumanoidBone } from '../../humanoid/body/bones.ts';
import { LIMIT_PRESETS, type LimitPreset } from '../../humanoid/body/rig.ts';
import { suggestNames } from '../../math/near-names.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import type { BvhReading } from '../bvh/bvh-reading.ts';
import { explainProblem } from '../text/explain-problem.ts';
import { UP_AXES } from '../text/up-axes.ts';
import { parseJsonObject } from '../text/json-text.ts';
import type { RestChoice } from './source-rest.ts';

/** The name of a bone's node in the file, or null for "this character has none". */
export type NamedBones = Readonly<Partial<Record<HumanoidBone, string | null>>>;

/** What is known of a folder's motions, or of a character, and holds for every clip that is brought over. */
export interface RetargetProfile {
  readonly source?: {
    readonly bones?: NamedBones;
    readonly bvh?: Partial<BvhReading>;
    readonly rest?: RestChoice;
  };
  readonly character?: {
    readonly bones?: NamedBones;
    readonly preset?: LimitPreset;
  };
  readonly fps?: number;
  readonly feet?: boolean;
  readonly hands?: boolean;
  readonly limits?: boolean;
  readonly contacts?: ContactSettings;
}

/** Nodes of a skeleton whose rest is kept. */
const MOST_NODES = 10_000;

const nodeName = z.string().min(1).max(1000).nullable();
const bones = z.strictObject(
  Object.fromEntries(HUMANOID_BONES.map((bone) => [bone, nodeName.exactOptional()])) as Record<
    HumanoidBone,
    z.ZodExactOptional<typeof nodeName>
  >,
);
const share = z.number().positive().max(10).exactOptional();

/** How the figure of a BVH file rests. */
export const bvhRestSchema = z.union([
  z.literal('zero'),
  z.strictObject({ frame: z.number().int().min(0) }),
  z.strictObject({ values: z.array(z.number().min(-1e9).max(1e9)).min(1).max(100_000) }),
]);

/** How a skeleton rests, by the names of its nodes. */
export const namedRestSchema = z.strictObject({
  pose: z
    .record(z.string().max(1000), z.array(z.number().min(-1e9).max(1e9)).length(7))
    .refine((pose) => Object.keys(pose).length <= MOST_NODES, { error: `expected at most ${MOST_NODES} nodes` }),
  label: z.string().max(1000),
  isMade: z.literal(true).exactOptional(),
});

/** What a profile says of motions. */
export const sourceProfileSchema = z.strictObject({
  bones: bones.exactOptional(),
  bvh: z
    .strictObject({
      up: z.enum(UP_AXES).exactOptional(),
      rootPosition: z.enum(['absolute', 'added']).exactOptional(),
      jointPosition: z.enum(['absolute', 'added']).exactOptional(),
      unit: z.number().positive().max(1e9).exactOptional(),
      skipFirstFrame: z.boolean().exactOptional(),
      rest: bvhRestSchema.exactOptional(),
    })
    .exactOptional(),
  rest: z
    .union([
      z.literal('file'),
      z.literal('bind'),
      z.literal('tPose'),
      z.strictObject({ seconds: z.number().min(0).max(1e9), clip: z.string().max(1000).exactOptional() }),
      namedRestSchema,
    ])
    .exactOptional(),
});

const fields = {
  source: sourceProfileSchema.exactOptional(),
  character: z.strictObject({ bones: bones.exactOptional(), preset: z.enum(LIMIT_PRESETS).exactOptional() }).exactOptional(),
  fps: z.literal(FRAME_RATES).exactOptional(),
  feet: z.boolean().exactOptional(),
  hands: z.boolean().exactOptional(),
  limits: z.boolean().exactOptional(),
  contacts: z
    .strictObject({ height: share, slow: share, fast: share, drift: share, rise: share, shortest: share })
    .exactOptional(),
};

/** A profile as a program holds it. */
export const retargetProfileSchema = z.strictObject(fields);

const fileSchema = z.strictObject({ version: z.literal(1), ...fields });

/** The profile that a file holds; `name` is what sentences call it. Throws an `Error` with one sentence. */
export function parseRetargetProfile(bytes: Uint8Array, name: string): RetargetProfile {
  const parsed = fileSchema.safeParse(parseJsonObject(bytes, name));
  if (!parsed.success) throw new Error(`${name} is no retarget profile: ${explainProblem(parsed.error)}`);
  const { version: _, ...profile } = parsed.data;
  return profile;
}

/** The text of a profile's file. */
export function retargetProfileText(profile: RetargetProfile): string {
  return `${JSON.stringify({ version: 1, ...profile }, null, 2)}\n`;
}

/** One profile after the other: what a later one says of something replaces what an earlier one says of it. */
export function joinProfiles(profiles: readonly RetargetProfile[]): RetargetProfile {
  return profiles.reduce(
    (joined, next) => ({
      ...joined,
      ...next,
      source: {
        ...joined.source,
        ...next.source,
        bones: { ...joined.source?.bones, ...next.source?.bones },
        bvh: { ...joined.source?.bvh, ...next.source?.bvh },
      },
      character: {
        ...joined.character,
        ...next.character,
        bones: { ...joined.character?.bones, ...next.character?.bones },
      },
      contacts: { ...joined.contacts, ...next.contacts },
    }),
    {},
  );
}

/** The nodes of the bones that a profile names, as corrections of what is found; `file` is what sentences call the file. Throws an `Error` with one sentence. */
export function correctionsOf(
  file: string,
  { nodes }: CharacterScene,
  named: NamedBones = {},
): Partial<Record<HumanoidBone, number | null>> {
  const entries = Object.entries(named).map(([bone, name]) => {
    if (name === null) return [bone, null] as const;
    const node = nodes.findIndex((each) => each.name === name);
    if (node >= 0) return [bone, node] as const;
    const near = suggestNames(
      nodes.map((each) => each.name),
      name,
    );
    throw new Error(`${file} has no node "${name}", which the profile says is ${bone}${near}`);
  });
  return Object.fromEntries(entries);
}
