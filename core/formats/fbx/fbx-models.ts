import type { FBXModelData, FBXSceneData } from '@babylonjs/loaders/FBX/interpreter/fbxInterpreter.js';
import { fromAxes, multiply, rotate, type Quat } from '../../math/quat.ts';
import { cross, dot, timesEach, type Vec3 } from '../../math/vec3.ts';
import type { Transform } from '../gltf/matrix.ts';
import { dividedByEach, inUnits, lclTransform, type LclValues } from './fbx-transform.ts';

/** The models of an FBX file as the nodes of a glTF file: node i is model i. */
export interface FbxModels {
  readonly models: readonly FBXModelData[];
  /** Index of each model's parent, −1 for none. */
  readonly parents: readonly number[];
  /** Index of the model with this object id. */
  readonly indexOf: ReadonlyMap<number, number>;
  /** Metres for one of the file's units. */
  readonly unit: number;
  /**
   * A node's local transform, glTF's axes, metres: `valuesOf` gives the Lcl values of a model, and is asked for those of its ancestors too where
   * the model does not inherit scale as glTF's nodes do.
   */
  local(index: number, valuesOf: (index: number) => LclValues): Transform;
}

/** A file may hold so many models, however often it names them. */
const MOST_MODELS = 100_000;

/** Lays the file's models out, parents before children. Throws an `Error` with one sentence when there are too many or none. */
export function layOutModels(scene: FBXSceneData): FbxModels {
  const models: FBXModelData[] = [];
  const parents: number[] = [];
  const waiting = scene.rootModels.toReversed().map((model) => ({ model, parent: -1 }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (models.length === MOST_MODELS) throw new Error(`the FBX file holds more than the ${MOST_MODELS} models that can be read`);
    const index = models.push(next.model) - 1;
    parents.push(next.parent);
    for (const child of next.model.children.toReversed()) waiting.push({ model: child, parent: index });
  }
  if (models.length === 0) throw new Error('the FBX file holds no models, so there is neither a character nor a motion in it');
  const unit = metresOf(scene);
  const toWorld = axesOf(scene);
  return {
    models,
    parents,
    indexOf: new Map(models.map(({ id }, index) => [id, index])),
    unit,
    local(index, valuesOf) {
      const model = models[index]!;
      const parent = parents[index]!;
      const local = inUnits(lclTransform(model, valuesOf(index)), unit);
      if (parent < 0) {
        return { ...local, translation: rotate(toWorld, local.translation), rotation: multiply(toWorld, local.rotation) };
      }
      if (model.inheritType === 1) return local;
      // glTF's nodes inherit every scale; a model that does not is scaled back.
      const from = inheritedFrom(models, parents, index);
      const inherited = from < 0 ? ONE : ownScale(models, parents, from, valuesOf);
      const taken = ownScale(models, parents, parent, valuesOf);
      return { ...local, scale: dividedByEach(timesEach(local.scale, inherited), taken) };
    },
  };
}

const ONE: Vec3 = [1, 1, 1];

/** A model's Lcl values as the file states them, unanimated. */
export function restValues(model: FBXModelData): LclValues {
  const { translation, rotation, scale } = model;
  return { translation, rotation, scale };
}

/** A scale that is 0, negative or no number counts as the format's default, a centimetre. */
function metresOf({ unitScaleFactor }: FBXSceneData): number {
  return (unitScaleFactor > 0 && Number.isFinite(unitScaleFactor) ? unitScaleFactor : 1) / 100;
}

/**
 * The rotation from the file's axes into glTF's (x to the left, y up, z to the front). Axes that contradict each other count as glTF's own;
 * a left-handed set, which the format does not have, is read by its up and front.
 */
function axesOf(scene: FBXSceneData): Quat {
  const up = axis(scene.upAxis, scene.upAxisSign);
  const front = axis(scene.frontAxis, scene.frontAxisSign);
  if (!up || !front || dot(up, front) !== 0) return [0, 0, 0, 1];
  // The rows of the matrix are the file's directions that become x, y and z.
  const side = cross(up, front);
  const column = (c: 0 | 1 | 2): Vec3 => [side[c], up[c], front[c]];
  return fromAxes(column(0), column(1), column(2));
}

function axis(number: number, sign: number): Vec3 | null {
  if (number !== 0 && number !== 1 && number !== 2) return null;
  const direction: [number, number, number] = [0, 0, 0];
  direction[number] = sign < 0 ? -1 : 1;
  return direction;
}

/**
 * The model whose scale this one inherits; −1 for none. Mode 0 (RrSs) takes the parent's; mode 2 (Rrs) passes its parent over and takes what
 * that inherits.
 */
function inheritedFrom(models: readonly FBXModelData[], parents: readonly number[], index: number): number {
  let at = index;
  while (at >= 0 && models[at]!.inheritType === 2) at = parents[at]!;
  if (at < 0 || models[at]!.inheritType !== 0) return -1;
  return parents[at]!;
}

/** A model's scale with what it inherits, in the space that its parent's other children share. */
function ownScale(
  models: readonly FBXModelData[],
  parents: readonly number[],
  index: number,
  valuesOf: (index: number) => LclValues,
): Vec3 {
  let scale = valuesOf(index).scale;
  for (let from = inheritedFrom(models, parents, index); from >= 0; from = inheritedFrom(models, parents, from)) {
    scale = timesEach(scale, valuesOf(from).scale);
  }
  return scale;
}
