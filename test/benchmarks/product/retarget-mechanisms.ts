import type { SourceWithout } from './source-without.ts';

function animation(name: string, file: string, from: string, to: string): SourceWithout {
  return { name, file: `core/animation/${file}.ts`, from, to };
}

function retarget(name: string, file: string, from: string, to: string): SourceWithout {
  return animation(name, `retarget/${file}`, from, to);
}

/** What retargeting is made of, in the order in which a clip goes through it. A mechanism that changes no motion of the table goes. */
export const RETARGET_MECHANISMS: readonly SourceWithout[] = [
  animation(
    'feet that turn do not stand',
    'retarget-clip',
    'return withoutTurning(',
    'return ((_: Rig, found: Contact[]) => found)(',
  ),
  retarget(
    'bodies that never stand show no floor',
    'carrying-feet',
    'if (!(Math.min(...lowest) > ABOVE * leg)) return false;',
    'return false;',
  ),
  retarget(
    'each foot has its own height of the ankle',
    'foot-stands',
    'Math.abs(own - floors.Foot) < UNEVEN',
    'Math.abs(own - floors.Foot) < 0',
  ),
  retarget(
    'a raised flat foot shows no floor',
    'foot-stands',
    'return lower < floor - HELD_UP * legLength(rig) ? lower : floor;',
    'return floor;',
  ),
  retarget(
    'tilted feet show the floor below their balls',
    'foot-stands',
    'return own.map((height, i) => height + Math.min(0, over(contact.first + i)));',
    'return own;',
  ),
  retarget(
    'toes stand on what the ankle stands on',
    'foot-stands',
    'return ankle ? { ...stand, level',
    'return ankle && false ? { ...stand, level',
  ),
  retarget('feet on their balls, feet that lie', 'foot-attitude', "return rise > UPRIGHT ? 'flat' : 'lies';", "return 'flat';"),
  retarget('heels that are up', 'foot-attitude', "return 'tipped';", "return 'flat';"),
  animation('room beyond the limits, as the source needs it', 'retarget-clip', 'options.limits ? to : loosenLimbs(to)', 'to'),
  animation('limbs roll slowly where their plane is lost', 'retarget-clip', 'limitPace(carried, rates, leeways)', 'carried'),
  animation('arms do not turn suddenly', 'retarget-clip', 'steadyArms(from, loose, worlds, carried, fps)', 'carried'),
  retarget(
    'pelvis tilts as the source does',
    'place-body',
    'rises ? tiltPelvis(to, poses, rises)',
    'rises && false ? tiltPelvis(to, poses, rises)',
  ),
  retarget(
    'body goes where the legs’ ankles are',
    'follow-legs',
    'return { shifts, rises };',
    'return { shifts: shifts.map(() => ZERO), rises };',
  ),
  retarget(
    'pelvis tilts for legs of other proportions',
    'follow-legs',
    'if (!left || !right) return 0;',
    'if (left || !left || !right) return 0;',
  ),
  retarget('ankles of two heights', 'follow-legs', '[0, heights[i]! - usual, 0]', '[0, 0, 0]'),
  retarget(
    'ankles that stand are lower than the source’s',
    'follow-legs',
    'misses[frame]![1] - drops[frame]!',
    'misses[frame]![1]',
  ),
  retarget('feet near the floor are followed too', 'follow-legs', 'Math.max(faded[frame]!, 1 - smooth(over))', 'faded[frame]!'),
  retarget('a body that floats keeps its height', 'place-body', 'const up = floats\n', 'const up = floats && false\n'),
  retarget('feet that lie are all out of the floor', 'place-body', 'feet.every(liesWithToes) ? 1 : 0.5', '0.5'),
  retarget('feet that lie above others do not stand', 'place-body', 'feet.map((foot) => withoutRaised(foot, atPlace))', 'feet'),
  retarget('pelvis turns to two feet that stand', 'feet-needs', 'leastTurn(legs, MOST_YAW).yaw', '0'),
  retarget(
    'body goes along with standing feet',
    'place-body',
    'return legs.map((): Need => ({ frame, move }));',
    'return legs.slice(0, 0).map((): Need => ({ frame, move }));',
  ),
  retarget(
    'of two legs the one that would turn more counts',
    'least-turn',
    'if (legs.length < 2) return { shift: begin, yaw: 0 };',
    'return { shift: begin, yaw: 0 };',
  ),
  retarget(
    'body rises for feet in the floor',
    'place-body',
    '[...needs, ...standing.flatMap((foot) => sinkingOf(foot, lifted))]',
    'needs',
  ),
  retarget(
    'body goes no faster than the source’s',
    'place-body',
    'keepPace(wanted, stepRates(from, to, source, size, fps))',
    'wanted',
  ),
  retarget('ankles come to their height', 'plan-feet', 'raiseAnkles(foot, path, worlds, release);', ''),
  retarget('by the least turn of the leg', 'leg-swing', 'if (!(aside > 0) ||', 'if (aside > 0 ||'),
  retarget(
    'feet are flat in the mean where they stand',
    'plan-feet',
    'const neutral = shortestArc(',
    'const neutral = ((a: Vec3, _: Vec3) => shortestArc(a, a))(',
  ),
  retarget('standing feet lie flat', 'plan-feet', '(isOnSole(ankle) ? flatTurn(frame) : IDENTITY)', 'IDENTITY'),
  retarget('standing feet look one way', 'plan-feet', 'shortestArc(ahead(frame), heading)', 'IDENTITY'),
  retarget('toes come to the floor', 'plan-feet', 'pitchToes(foot, path, release);', ''),
  retarget(
    'feet out of the floor before they are held',
    'plan-feet',
    'keepOverFloor(foot, path, worlds);\n  holdPlaces',
    'holdPlaces',
  ),
  retarget('standing feet keep their place', 'plan-feet', 'holdPlaces(foot, path, worlds, release);', ''),
  retarget('the place of the least turn of the leg', 'least-turn', 'if (legs.length < 2) return mean;', 'return mean;'),
  retarget('legs swing back to their own way', 'plan-feet', 'fadeLegs(foot, path, worlds, release);', ''),
  retarget('feet out of the floor after it', 'plan-feet', 'keepOverFloor(foot, path, worlds);\n  raiseHeels', 'raiseHeels'),
  retarget('heels rise where a leg is too short', 'plan-feet', 'raiseHeels(foot, path, worlds, release);', ''),
  retarget(
    'toes stay as they are under it',
    'pose-limbs',
    'const toes = foot.toes < 0 ? null',
    'const toes = foot.toes < Infinity ? null',
  ),
  retarget('body comes down for feet without toes', 'pose-limbs', 'if (shape.toes) continue;', 'if (shape) continue;'),
  animation('none of what cannot be helped', 'smoothing', 'need * clamp(3 - 2 * peaks[frame]!, 0, 1)', 'need'),
  retarget('as much room as the motion needs', 'limb-ranges', 'FITTING_ROUNDS = 4', 'FITTING_ROUNDS = 1'),
  animation('hands touch what the source’s touch', 'retarget-clip', 'options.hands === false', 'options'),
  retarget('short arms touch nearer', 'hand-contacts', 'return line && shoulder ?', 'return line && shoulder && false ?'),
  retarget('hands are solved where two bones do not do', 'pose-limbs', 'if (missed < HAND_TOLERANCE) continue;', 'continue;'),
  animation('touches that are lost are given up', 'retarget-clip', 'const posed = isKept ?', 'const posed = isKept && false ?'),
];

/** Files of retargeting without a row: they say what a motion is and compare, or their mechanism is switched off where it is called. */
export const RETARGET_WITHOUT_ROWS: readonly string[] = [
  'bring-expressions',
  'compare-rigs',
  'fade-legs',
  'follow-feet',
  'place-limb',
  'raise-heels',
  'steady-arms',
  'tilt-pelvis',
  'turning-feet',
];
