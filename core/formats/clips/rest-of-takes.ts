import { rigOrNull } from '../../humanoid/rigging/rig-or-null.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { readAnimations } from '../gltf/gltf-animation.ts';
import { readGltf } from '../gltf/gltf-asset.ts';
import { readCharacterScene } from '../gltf/gltf-scene.ts';
import { namedRest, localsOfNamed, type NamedRest } from './named-rest.ts';
import type { RiggedFile } from './motion-source.ts';
import { isMoment, restCandidates, restIsStood, type RestCandidate, type RestChoice } from './source-rest.ts';

/** A file with motion, its clips read. */
export interface TakeFile extends RiggedFile {
  readonly name: string;
  readonly animations: ReturnType<typeof readAnimations>['animations'];
}

/** Difference in local transforms, metres and parts of quaternions, up to which two files rest alike. */
const ALIKE = 1e-3;
/** How much better a rest must be than one before it to be taken before it. */
const BETTER = 0.02;

/** The motions of a GLB, or null where it holds none, or no body. `known` is its scene where that was read already. */
export function takeFile(name: string, glb: Uint8Array, known?: CharacterScene): TakeFile | null {
  const asset = readGltf(glb);
  const { animations } = readAnimations(asset);
  if (animations.length === 0) return null;
  const scene = known ?? readCharacterScene(asset);
  const rig = rigOrNull(scene);
  return rig && { name, asset, scene, rig, animations };
}

/** Whether a file's own skeleton tells how it rests: a body is bound to it in a pose in which it stands, or rests so. */
export function tellsItsRest({ scene, rig }: Pick<TakeFile, 'scene' | 'rig'>): boolean {
  if (!scene.weightedNodes?.length) return false;
  return restIsStood(rig, scene, scene.nodes) || (scene.bindPose !== undefined && restIsStood(rig, scene, scene.bindPose));
}

/**
 * How the skeleton of several files rests, so that each of them is read as the others are, whatever its own clip does: of the poses in which one of the files rests
 * and a body stands, the one that stands best, else the moment of all clips that does, else a T-pose made of the most upright rest. The files are in an order that does not depend on which is read. Null where fewer than two of
 * them have the skeleton of `own`, and where all of them rest alike in a pose to stand in.
 */
export function restOfTakes(own: TakeFile, files: readonly TakeFile[]): NamedRest | null {
  const takes = files.filter((file) => sharesSkeleton(file, own));
  if (takes.length < 2) return null;
  const rests = takes.map((take) => ({
    take,
    candidates: restCandidates(take.rig, take.scene, take.animations[0]!, take.scene.bindPose ?? null, take.animations),
  }));
  const standing = best(rests.flatMap(({ take, candidates }) => told(candidates).map((candidate) => ({ take, candidate }))));
  if (standing) {
    if (standing.candidate.choice === 'file' && takes.every((take) => restsAlike(take, standing.take))) return null;
    return named(standing);
  }
  const moment = best(rests.flatMap((each) => chosenOf(each, isMoment)));
  if (moment?.candidate.stands) return named(moment);
  const nearest = best(rests.flatMap((each) => chosenOf(each, (choice) => choice === 'file')));
  const made = rests
    .filter(({ take }) => take === nearest?.take)
    .flatMap((each) => chosenOf(each, (choice) => choice === 'tPose'));
  return made[0] ? { ...named(made[0]), isMade: true } : null;
}

function chosenOf(
  { take, candidates }: { readonly take: TakeFile; readonly candidates: readonly RestCandidate[] },
  isIt: (choice: RestChoice) => boolean,
): Found[] {
  return candidates.filter(({ choice }) => isIt(choice)).map((candidate) => ({ take, candidate }));
}

interface Found {
  readonly take: TakeFile;
  readonly candidate: RestCandidate;
}

/** The rests that a file states, in which a body stands. */
function told(candidates: readonly RestCandidate[]): RestCandidate[] {
  return candidates.filter(({ choice, stands }) => stands && (choice === 'file' || choice === 'bind'));
}

function best(found: readonly Found[]): Found | null {
  return found.reduce<Found | null>(
    (chosen, each) => (chosen && each.candidate.score <= chosen.candidate.score + BETTER ? chosen : each),
    null,
  );
}

function named({ take, candidate }: Found): NamedRest {
  const where =
    candidate.choice === 'file' ? `as "${take.name}" rests, a take beside it` : `${candidate.label} in "${take.name}"`;
  return namedRest(take.rig, take.scene, candidate.locals, where);
}

/** Whether two files hold one skeleton: the same bones under the same names, hanging on the same and as long. */
export function sharesSkeleton({ scene, rig }: TakeFile, own: TakeFile): boolean {
  const theirs = namedRest(rig, scene, scene.nodes, '');
  if (localsOfNamed(own.rig, own.scene, theirs) === null) return false;
  return localsOfNamed(rig, scene, namedRest(own.rig, own.scene, own.scene.nodes, '')) !== null;
}

function restsAlike(a: TakeFile, b: TakeFile): boolean {
  const [first, second] = [a, b].map(({ rig, scene }) => namedRest(rig, scene, scene.nodes, '').pose);
  return Object.entries(first!).every(([name, values]) =>
    values.every((value, i) => Math.abs(value - (second![name]?.[i] ?? Infinity)) <= ALIKE),
  );
}
