import * as z from 'zod/mini';
import { catch as orElse } from 'zod/mini';
import { differentNames } from '../../math/different-names.ts';
import { OVERRIDDEN, type Expression, type Expressions, type MorphBind, type MorphedMesh } from '../../skeleton/expressions.ts';
import { isRecord } from '../text/json-text.ts';
import { LONGEST_NAME, type GltfDocument } from './gltf-schema.ts';
import { morphTargetsOf, weightsInFile } from './morph-targets.ts';

/** More expressions, and more morph targets of one mesh, than this are left out: far more than any face has. */
const MOST_EXPRESSIONS = 1000;
const MOST_TARGETS = 10_000;

const override = orElse(z.enum(['none', 'block', 'blend']), 'none');
const index = z.int().check(z.nonnegative());

const vrm1Expression = z.looseObject({
  isBinary: z.optional(z.boolean()),
  morphTargetBinds: z.optional(z.array(z.looseObject({ node: index, index, weight: z.number() }))),
  overrideMouth: z.optional(override),
  overrideBlink: z.optional(override),
  overrideLookAt: z.optional(override),
});

/** As a map, since a record of Zod passes over what is named `__proto__`. */
const valuesByName = <Value extends z.ZodMiniType>(value: Value) =>
  z.pipe(
    z.transform((given: unknown) => (isRecord(given) ? new Map(Object.entries(given)) : given)),
    z.map(z.string(), value),
  );

const named = <Value extends z.ZodMiniType>(value: Value) =>
  z.looseObject({ preset: z.optional(valuesByName(value)), custom: z.optional(valuesByName(value)) });

const vrm1Schema = z.looseObject({ expressions: named(vrm1Expression) });

const vrmaSchema = z.looseObject({ expressions: named(z.looseObject({ node: index })) });

const vrm0Schema = z.looseObject({
  blendShapeMaster: z.looseObject({
    blendShapeGroups: z.array(
      z.looseObject({
        name: z.optional(z.string()),
        presetName: z.optional(z.string()),
        isBinary: z.optional(z.boolean()),
        binds: z.optional(z.array(z.looseObject({ mesh: z.int(), index: z.int(), weight: z.number() }))),
      }),
    ),
  }),
});

const targetNames = z.looseObject({ targetNames: z.array(z.string()) });

/** What VRM 1.0 calls the presets of VRM 0.x. */
const VRM0_NAMES = new Map([
  ['a', 'aa'],
  ['i', 'ih'],
  ['u', 'ou'],
  ['e', 'ee'],
  ['o', 'oh'],
  ['joy', 'happy'],
  ['angry', 'angry'],
  ['sorrow', 'sad'],
  ['fun', 'relaxed'],
  ['surprised', 'surprised'],
  ['neutral', 'neutral'],
  ['blink', 'blink'],
  ['blink_l', 'blinkLeft'],
  ['blink_r', 'blinkRight'],
  ['lookup', 'lookUp'],
  ['lookdown', 'lookDown'],
  ['lookleft', 'lookLeft'],
  ['lookright', 'lookRight'],
]);

/** Expressions of VRM 1.0 that its specification names. */
export const VRM_PRESETS: ReadonlySet<string> = new Set(VRM0_NAMES.values());

/** An expression before its morph targets were looked for. */
export interface StatedExpression extends Omit<Expression, 'binds'> {
  readonly binds: readonly { readonly node: number; readonly target: number; readonly weight: number }[];
}

/**
 * The facial expressions of a file: those that a VRM file states, those that a VRM Animation moves, `drafted` ones of another file, or its named morph targets;
 * null where it has none that move a morph target. What is not as its specification says is left out.
 */
export function readExpressions(document: GltfDocument, drafted: readonly StatedExpression[] = []): Expressions | null {
  const { extensions = {} } = document;
  if (extensions['VRMC_vrm_animation'] !== undefined) return moved(extensions['VRMC_vrm_animation']);
  const stated =
    extensions['VRMC_vrm'] !== undefined
      ? ofVrm1(extensions['VRMC_vrm'])
      : extensions['VRM'] !== undefined
        ? ofVrm0(document, extensions['VRM'])
        : drafted.length > 0
          ? drafted
          : ofMorphTargets(document);
  const meshes: MorphedMesh[] = [];
  const places = new Map<number, number>();
  const list = new Map<string, Expression>();
  const differing = differentNames({ between: '#' });
  for (const { binds, ...expression } of stated) {
    const found = binds.flatMap(({ node, target, weight }): MorphBind[] => {
      const rest = morphTargetsOf(document, node) > MOST_TARGETS ? [] : weightsInFile(document, node);
      if (target < 0 || target >= rest.length || !Number.isFinite(weight)) return [];
      const mesh = places.get(node) ?? meshes.push({ node, rest }) - 1;
      places.set(node, mesh);
      return [{ mesh, target, weight }];
    });
    if (found.length === 0 || list.size === MOST_EXPRESSIONS) continue;
    const name = differing(usableName(expression.name) || 'expression');
    list.set(name, { ...expression, name, binds: found });
  }
  return list.size === 0 ? null : { list: [...list.values()], meshes };
}

function ofVrm1(extension: unknown): StatedExpression[] {
  const parsed = vrm1Schema.safeParse(extension);
  if (!parsed.success) return [];
  const { preset = [], custom = [] } = parsed.data.expressions;
  return [...preset, ...custom].map(([name, stated]): StatedExpression => {
    const kinds = [stated.overrideMouth, stated.overrideBlink, stated.overrideLookAt];
    const overrides = OVERRIDDEN.flatMap((part, i) => {
      const kind = kinds[i];
      return kind === undefined || kind === 'none' ? [] : [[part, kind] as const];
    });
    return {
      name,
      isBinary: stated.isBinary ?? false,
      ...(overrides.length > 0 && { overrides: Object.fromEntries(overrides) }),
      binds: (stated.morphTargetBinds ?? []).map(({ node, index: target, weight }) => ({ node, target, weight })),
    };
  });
}

function ofVrm0(document: GltfDocument, extension: unknown): StatedExpression[] {
  const parsed = vrm0Schema.safeParse(extension);
  if (!parsed.success) return [];
  return parsed.data.blendShapeMaster.blendShapeGroups.map(
    ({ name, presetName = '', isBinary = false, binds = [] }, i): StatedExpression => {
      return {
        name: VRM0_NAMES.get(presetName.toLowerCase()) ?? (name === undefined || name === '' ? `expression ${i + 1}` : name),
        isBinary,
        binds: binds.flatMap(({ mesh, index: target, weight }) =>
          nodesOfMesh(document, mesh).map((node) => ({ node, target, weight: weight / 100 })),
        ),
      };
    },
  );
}

/** Every named morph target is an expression; those of several meshes that share a name are one. */
function ofMorphTargets(document: GltfDocument): StatedExpression[] {
  const byName = new Map<string, StatedExpression['binds'][number][]>();
  (document.meshes ?? []).forEach((mesh, m) => {
    const names = targetNames.safeParse(mesh['extras']);
    if (!names.success) return;
    const nodes = nodesOfMesh(document, m);
    names.data.targetNames.slice(0, MOST_TARGETS).forEach((name, target) => {
      if (name === '') return;
      const binds = byName.get(name) ?? [];
      byName.set(name, [...binds, ...nodes.map((node) => ({ node, target, weight: 1 }))]);
    });
  });
  return [...byName].map(([name, binds]) => ({ name, isBinary: false, binds }));
}

/** A motion's expressions, each with the node that moves for it. */
function moved(extension: unknown): Expressions | null {
  const parsed = vrmaSchema.safeParse(extension);
  if (!parsed.success) return null;
  const { preset = [], custom = [] } = parsed.data.expressions;
  const names = new Map([...custom, ...preset]);
  const list = [...names].slice(0, MOST_EXPRESSIONS).map(([name, { node }]) => ({
    name: usableName(name),
    isBinary: false,
    binds: [],
    node,
  }));
  return list.length === 0 ? null : { list, meshes: [] };
}

function nodesOfMesh(document: GltfDocument, mesh: number): number[] {
  return (document.nodes ?? []).flatMap((node, i) => (node.mesh === mesh ? [i] : []));
}

/** Projects name weights by their expressions, and neither messages nor files may name a field `__proto__`. */
function usableName(stated: string): string {
  return stated === '__proto__' ? `${stated}#2` : stated.slice(0, LONGEST_NAME);
}
