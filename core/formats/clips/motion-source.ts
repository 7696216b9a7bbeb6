import type { Clip } from '../../animation/clip.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { buildRig } from '../../humanoid/rigging/build-rig.ts';
import { rigOrNull } from '../../humanoid/rigging/rig-or-null.ts';
import type { RigOptions } from '../../humanoid/rigging/rig-options.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { namedRest, type NamedRest } from './named-rest.ts';
import type { MotionRest, RestCandidate, RestChoice, RestMoment } from './source-rest.ts';
import { withoutCalibration } from '../gltf/calibration-frame.ts';
import { isDrawnMotion } from '../gltf/stick-mark.ts';
import { sampleAnimation } from '../gltf/animation-sampling.ts';
import type { FileAnimation } from '../gltf/gltf-animation.ts';
import type { GltfAsset } from '../gltf/gltf-asset.ts';
import type { JointPlaces } from '../../animation/frame-worlds.ts';
import { clipFromAnimation } from './clip-import.ts';
import { referenceRest } from './reference-rest.ts';
import { jointPlaces, largestDeviation } from './joint-places.ts';
import { isMoment, isNamed, namedCandidate, nodesWith, restated, restCandidates } from './source-rest.ts';

/** A motion of a file, ready to be brought onto a character. */
export interface MotionSourceClip {
  /** The file's skeleton, resting in the chosen pose. */
  readonly rig: Rig;
  readonly scene: CharacterScene;
  readonly animation: FileAnimation;
  readonly clip: Clip;
  /** Where its joints are, where bones stretch, which the clip does not hold; null where none does. For `retargetClip`. */
  readonly places: JointPlaces | null;
  /** What it rests in, and what else it could rest in, best first. */
  readonly rest: MotionRest;
  readonly rests: readonly MotionRest[];
  /** What it rests in as other clips of its skeleton can take it; null where their own files tell it as well. */
  readonly skeletonRest: NamedRest | null;
  /** Whether its first frame is a calibration pose and was left out. */
  readonly leavesFirst: boolean;
}

/** Metres by which a clip may have a joint elsewhere than the file: less is rounding, and keys between frames. */
const STRETCHED = 2e-3;
/** Nodes that an animation must turn to be taken for the motion of a body. */
const FEWEST_BONES = 8;

/** A file that was read, and the rig that was built on its own rest. */
export interface RiggedFile {
  readonly asset: GltfAsset;
  readonly scene: CharacterScene;
  readonly rig: Rig;
}

/** How an animation of a file is to be read. */
export interface MotionReading {
  /** What its skeleton rests in. Default: what fits best. */
  readonly rest?: RestChoice | undefined;
  /** Frames a second of the clip. Default: those of the file. */
  readonly fps?: number | undefined;
  /** Bones of the file that were named by hand; its rig was built with them. */
  readonly corrections?: RigOptions['corrections'];
  /** Keep a first frame that is a calibration pose. Default false. */
  readonly keepsFirst?: boolean;
  /** All clips of the file, which are read alike. Default: this one alone. */
  readonly takes?: readonly FileAnimation[];
  /** How the skeleton rests as other files tell that hold it, where no rest is chosen. Default: nothing is known. */
  readonly known?: NamedRest | undefined;
}

/** A file's animation over the rest pose that fits it best, or the one that is chosen. Throws an `Error` with one sentence when the file has no such rest. */
export function motionSource(file: RiggedFile, fileAnimation: FileAnimation, reading: MotionReading = {}): MotionSourceClip {
  const { asset } = file;
  const { rest: choice, fps, corrections = {}, keepsFirst = false, takes = [], known } = reading;
  const { scene, rig } = movedBody(file.scene, file.rig, fileAnimation, corrections);
  const isDecided = keepsFirst || isDrawnMotion(asset.document);
  const bones = new Set(Object.values(rig.humanoid).map((joint) => rig.binding.nodes[joint]!));
  const animation = isDecided ? fileAnimation : withoutCalibration(bones, fileAnimation);
  const leavesFirst = animation !== fileAnimation;
  const own = takes.map((take) => (take === fileAnimation ? animation : take));
  const found = restCandidates(rig, scene, animation, scene.bindPose ?? null, own);
  // What is known of another skeleton does not concern this one.
  const told = [choice, referenceRest(asset, rig, scene), known].flatMap((each) =>
    isNamed(each) ? [namedCandidate(rig, scene, each)] : [],
  );
  const candidates = [...told.filter((each) => each !== null), ...found];
  const chosen = choice === undefined || isNamed(choice) ? candidates[0]! : chooseRest(scene, animation, own, candidates, choice);
  const rests = candidates.map(({ choice: each, label, score, stands }) => ({ choice: each, label, score, stands }));
  const { locals, ...rest } = chosen;
  const skeletonRest = skeletonRestOf(rig, scene, chosen, animation.name);
  if (rest.choice === 'file') return { ...moving(rig, scene, animation, fps), rest, rests, skeletonRest, leavesFirst };
  const rested = { ...scene, nodes: nodesWith(scene, locals), meshExtents: [] };
  return {
    ...moving(buildRig(rested, { corrections }), rested, restated(scene, animation, locals), fps),
    rest,
    rests,
    skeletonRest,
    leavesFirst,
  };
}

/** A moment of one clip says nothing to another, the pose in it does. */
function skeletonRestOf(
  rig: Rig,
  scene: CharacterScene,
  { choice, label, locals }: RestCandidate,
  clip: string,
): NamedRest | null {
  if (isNamed(choice)) return choice;
  return isMoment(choice) ? namedRest(rig, scene, locals, `${label} of "${choice.clip ?? clip}"`) : null;
}

/** A rig on its scene with its motion. */
function moving(
  rig: Rig,
  scene: CharacterScene,
  animation: FileAnimation,
  fps: number | undefined,
): Omit<MotionSourceClip, 'rest' | 'rests' | 'skeletonRest' | 'leavesFirst'> {
  const clip = clipFromAnimation(rig, scene, animation, fps);
  const places = jointPlaces(rig, scene, animation);
  return { rig, scene, animation, clip, places: largestDeviation(rig, clip, places) > STRETCHED ? places : null };
}

/**
 * The body that an animation moves: the file's own, unless its nodes lie outside the file's skin (or whatever else made its rig) and make a
 * humanoid themselves, found by their names or shape.
 */
function movedBody(
  scene: CharacterScene,
  rig: Rig,
  { channels }: FileAnimation,
  corrections: NonNullable<RigOptions['corrections']>,
): { readonly scene: CharacterScene; readonly rig: Rig } {
  const turned = new Set(channels.filter(({ path }) => path === 'rotation').map(({ node }) => node));
  const movedIn = ({ humanoid, binding }: Rig) =>
    Object.values(humanoid).filter((joint) => turned.has(binding.nodes[joint]!)).length;
  if (movedIn(rig) >= turned.size / 2 || turned.size < FEWEST_BONES) return { scene, rig };
  const moved = { ...scene, skinJoints: [...turned].sort((a, b) => a - b), declaredBones: {}, meshExtents: [] };
  // Where what moves is no humanoid, the file's own body is all there is.
  const other = rigOrNull(moved, { corrections });
  return other && movedIn(other) > movedIn(rig) ? { scene: moved, rig: other } : { scene, rig };
}

function sameMoment(a: RestChoice, b: RestMoment): boolean {
  return isMoment(a) && a.seconds === b.seconds && a.clip === b.clip;
}

function chooseRest(
  scene: CharacterScene,
  animation: FileAnimation,
  takes: readonly FileAnimation[],
  candidates: readonly RestCandidate[],
  choice: Exclude<RestChoice, NamedRest>,
): RestCandidate {
  if (isMoment(choice)) {
    const found = candidates.find((each) => sameMoment(each.choice, choice));
    if (found) return found;
    const take = choice.clip === undefined ? animation : takes.find(({ name }) => name === choice.clip);
    if (!take) throw new Error(`the file has no clip "${choice.clip}" that its skeleton could rest in`);
    const length = take.end - take.start;
    if (!(choice.seconds >= 0 && choice.seconds <= length)) {
      throw new Error(
        `"${take.name}" lasts ${length.toFixed(2)} s, so its skeleton cannot rest as it is after ${choice.seconds} s`,
      );
    }
    const locals = sampleAnimation(scene, take, take.start + choice.seconds);
    return { choice, label: `as the body is after ${choice.seconds.toFixed(2)} s`, locals, score: 1, stands: true };
  }
  const found = candidates.find((each) => each.choice === choice);
  if (!found) throw new Error(`"${animation.name}" has no bind pose of its own to rest in`);
  return found;
}
