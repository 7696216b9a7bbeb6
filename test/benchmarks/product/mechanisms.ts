import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { MovesKind } from './moves.ts';
import type { SourceWithout } from './source-without.ts';

/** A mechanism of a pull. */
export interface ProductMechanism extends SourceWithout {
  /** The moves that show what it is worth. */
  readonly moves: MovesKind;
}

/** Folders whose files a pull goes through. */
export const PULLING_FOLDERS = ['core/humanoid/limbs', 'core/humanoid/touching', 'core/humanoid/pulling'] as const;

const root = join(import.meta.dirname, '..', '..', '..');
/** Their files by name, which no two share. */
const FILES = new Map(
  PULLING_FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => [basename(path, '.ts'), `${folder}/${path.replaceAll('\\', '/')}`] as const,
    ),
  ),
);

/** Files that only a move goes through which body or floor may stop. */
const STOPPED = /^(pull-stopped|pull-mirrored|come-near|stop-at-|slide-on-body)/;

function pulling(name: string, file: string, from: string, to: string): ProductMechanism {
  return { name, file: FILES.get(file)!, moves: STOPPED.test(file) ? 'stopped' : 'free', from, to };
}

/** What a pull is made of, in the order in which a move goes through it. A mechanism that changes no move of the table goes. */
export const PRODUCT_MECHANISMS: readonly ProductMechanism[] = [
  pulling('dead zone about the grab', 'pull-limb', 'pullAsBuilt(solver, withSlack(move))', 'pullAsBuilt(solver, move)'),
  pulling('toes laid flat', 'pull-freely', 'withToesFlat(rig, flat, foot)', 'flat'),
  pulling(
    'weight over the foot that stands',
    'build-reach',
    'const shift = shiftWeight(',
    'const shift = move ? ZERO : shiftWeight(',
  ),
  pulling('the body goes along with a limb at its limits', 'build-reach', 'round < LIMIT_ROUNDS', 'round < 0'),
  pulling('by more than it is kept back', 'build-reach', 'const GOES_ALONG = 1.4', 'const GOES_ALONG = 1'),
  pulling('bend of a soft reach stays', 'pull-limb', 'isSoftened && joint === limb.bend ? 1 : value', 'value'),
  pulling('limb solved alone first', 'pull-limb', 'if (isReached(alone)) return alone;', ''),
  pulling('joints follow in an order', 'pull-limb', 'rootStiffness, stiffness: bendAsBuilt(stiffness),', ''),
  pulling('further starts', 'pull-limb', 'if (!searches) return found;', 'if (searches || !searches) return found;'),
  pulling('strides of an order that is named', 'pull-limb', '1, MOST_STRIDES)', '1, 1)'),
  pulling(
    'help of each joint by itself',
    'following',
    'const helpful = helpfulness();',
    'const helpful = new Float64Array(rig.skeleton.count).fill(1);',
  ),
  pulling('stiff limbs carry the body along', 'reach-out', 'stiffenedShare(rig, limb)', '0'),
  pulling('soft reach', 'soft-reach', 'if (wanted <= firm || firm >= full)', 'if (wanted <= firm || firm > 0)'),
  pulling('body carried along', 'reach-out', 'if (distance(place, root) > 0) carried', 'if (distance(place, root) < 0) carried'),
  pulling('end turned in closed form', 'reach-out', 'if (turn) directEnd(', 'if (false && turn) directEnd('),
  pulling('half turns fade', 'direct-end', 'return smooth((Math.PI - Math.abs(angle)) / OPPOSITE);', 'return 1;'),
  pulling('natural field of bends', 'bend-field', 'field.off * kept', 'field.off'),
  pulling('grab kept where it is unnatural', 'fold-along-field', '1 / (1 + gone * gone)', '0 * gone'),
  pulling('clavicle rises with its arm', 'fold-along-field', 'if (clavicle) for', 'if (false) for'),
  pulling('clavicle and arm in rounds', 'fold-along-field', 'round < ROUNDS', 'round < 1'),
  pulling('swivel for the direction of the end', 'fold-along-field', 'turn ? comfortOf(move, before, pose, kept, turn) : 0', '0'),
  pulling('less of that swivel behind the body', 'fold-along-field', 'needed * smooth((front - BEHIND) / BESIDE)', 'needed'),
  pulling('swivel into the limit of the upper joint', 'settle-limb', 'step < STEPS', 'step < 0'),
  pulling('hips bow with the trunk', 'carry-trunk', 'const MOST_BOW = 0.8', 'const MOST_BOW = 0'),
  pulling('hips tilt aside', 'carry-trunk', 'const MOST_TILT = 0.5', 'const MOST_TILT = 0'),
  pulling('arms that hang keep hanging', 'carried-trunk', 'hangs > 0 ? hangArms(rig, snapshot, pose, hangs) : pose', 'pose'),
  pulling('hips sit back', 'carry-trunk', 'if (round === 0 && sitsBack)', 'if (round < 0 && sitsBack)'),
  pulling('a soft ankle', 'place-hips', 'const SOFT_ANKLE = 0.12', 'const SOFT_ANKLE = 0'),
  pulling('hips between the feet', 'carry-trunk', 'if (tilts) by = betweenFeet(now, by);', ''),
  pulling('legs below tilted hips', 'carried-trunk', 'if (!tilt) return legs;', 'if (!tilt || tilt) return legs;'),
  pulling('heels come up', 'carry-trunk', 'round < HEEL_ROUNDS', 'round < 0'),
  pulling('hips go back for the balance', 'stay-over-feet', 'round < BALANCE_ROUNDS', 'round < 0'),
  pulling(
    'hips raised on the way back',
    'stay-over-feet',
    'standAt(raised(legsBelow(trunk, standing), lerp(fallen.by, balanced.by, share), spans))',
    'standAt(lerp(fallen.by, balanced.by, share))',
  ),
  pulling('shift as far as the leg lets it', 'shift-weight', '(less) => isAllowed(1 - less)', '(less) => less >= 0'),
  pulling('legs fold no further', 'carried-trunk', 'return unfolds ? unfolded(legs, reached) : reached', 'return reached'),
  pulling('hips take a share of the way', 'place-hips', "if (handle === 'hips' || hips === undefined)", 'if (handle)'),
  pulling('head turned against the lean', 'lean-trunk', 'if (turn && i >= leans) {', 'if (false && turn) {'),
  pulling('heels down from a crouch', 'pull-trunk', '.map(withHeelDown)', ''),
  pulling('no more is asked than is built', 'attempt', 'if (missing <= further) return target;', 'return target;'),
  pulling('a limb stays where the balance holds it back', 'pull-limb', 'built.isHeldBack ? askedPlace(', '!built ? askedPlace('),
  pulling(
    'body stands where limits forbid what is built',
    'pull-trunk',
    'solveTrunk(solver, move, built, null)',
    'found ?? solveTrunk(solver, move, built, null)',
  ),
  pulling('body goes on from there', 'pull-trunk', 'if (missedBy(from) <= exact) return from', 'if (exact > 0) return from'),
  pulling('feet turn on their balls in a solve', 'pull-trunk', '...onBalls(others, limbs)', '...others'),
  pulling('hips resist turning', 'pull-trunk', 'const HIPS_STIFFNESS = 0.9', 'const HIPS_STIFFNESS = 0'),
  pulling(
    'heel lets go before the ankle does',
    'plant-limbs',
    'const needed = overHump(',
    'const needed = ((_a: number, b: number, _e: unknown) => b)(',
  ),
  pulling('foot turns about its ball', 'plant-limbs', 'if (heel === 0 || share', 'if (heel >= 0 || share'),
  pulling('knee over its foot', 'plant-limbs', 'if (centre + a <= most ||', 'if (centre < Infinity ||'),
  pulling('hips go back without leaps', 'place-hips', 'back(overHump(0, enough, excessAt))', 'back(enough)'),
  pulling('library is followed', 'natural-pose', 'if (!prior || ', 'if (prior || '),
  pulling(
    'pins on other parts',
    'pins-on-body',
    'if (Object.keys(carried).length === 0)',
    'if (Object.keys(carried).length >= 0)',
  ),
  pulling(
    'limbs again after the body, for such pins',
    'pins-on-body',
    "= ['limb', 'body', 'limb', 'body', 'limb']",
    "= ['limb', 'body']",
  ),
  pulling('mirrored pulls', 'pull-mirrored', 'if (!side || !limb ||', 'if (side || !limb ||'),
  pulling('one handle after another', 'pull-freely', 'if (found && isReached(found)) return found;', ''),
  pulling(
    'target brought out of body and floor',
    'pull-stopped',
    'target: stop.outside(move) };\n  const share',
    'target: move.target };\n  const share',
  ),
  pulling('palm turns to what it lies on', 'pull-stopped', '!limb || share === 0 ||', '!limb || share >= 0 ||'),
  pulling('palm turned again', 'pull-stopped', 'round < TURNS', 'round < 1'),
  pulling('brought onto a body that moved', 'pull-stopped', 'round < LAYING', 'round < 0'),
  pulling('brought nearer until it touches', 'come-near', 'step < STEPS', 'step < 0'),
  pulling('places beyond on the way', 'pull-stopped', 'const farther = fartherOutside(way, laid);', 'const farther = laid;'),
  pulling('halving of the way', 'pull-stopped', 'farthestOutside(way), goTo', 'build(0), goTo'),
  pulling('going on from what was near', 'pull-stopped', 'isBroken(next) || !isReached(next) ||', 'true ||'),
  pulling('whole body comes to stand', 'pull-stopped', 'move.floorStops ? standOnFloor', 'false ? standOnFloor'),
  pulling('overlaps taken apart', 'stop-at-body', 'round < ROUNDS', 'round < 0'),
  pulling('limbs give way by a swivel', 'stop-at-body', 'isEnd || (isPulled', 'true || (isPulled'),
  pulling('limbs nobody holds are pushed aside', 'stop-at-body', 'apart = turnAside(rig, apart, limb, point, way);', ''),
  pulling('ends stop short', 'stop-at-body', 'else if (isPulled) back', 'else if (false) back'),
  pulling('soft goals for two rounds only', 'stop-at-body', 'round < WISHING_ROUNDS ? goals', 'true ? goals'),
  pulling('vain rounds end it', 'stop-at-body', 'vain === VAIN_ROUNDS', 'vain === ROUNDS'),
  pulling('points lifted out of the floor', 'stop-at-floor', 'round < ROUNDS', 'round < 0'),
  pulling('pinned soles lifted with the body', 'stop-at-floor', 'isSole ? SOLE', '!isPinned && isSole ? SOLE'),
  pulling('sliding round the body', 'slide-on-body', 'return slide(near, wanted, STRIDE * size);', 'return home;'),
];

/**
 * Files of pulling without a row: they say what a move is, ask a solve, measure and check; or their mechanism is switched off where it is called.
 */
export const PULLING_WITHOUT_ROWS: readonly string[] = [
  'bring-along',
  'check-pull',
  'farthest-outside',
  'fold-limb',
  'followers',
  'gaze',
  'go-on',
  'hang-arms',
  'heels-down',
  'helpfulness',
  'lie-on',
  'measured-pull',
  'overlaps',
  'pair-gap',
  'parts',
  'pinned-limbs',
  'planted-goals',
  'pull-goals',
  'pull-local',
  'pull-move',
  'puller',
  'raise-clavicle',
  'relax-pose',
  'share-turn',
  'slack',
  'solve-pull',
  'stiffened-share',
  'stop-at-mirror',
  'stops',
  'swivel-clear',
  'swivel-limb',
  'touching',
  'turn-joint',
];
