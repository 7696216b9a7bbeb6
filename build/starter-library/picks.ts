/** Poses that are taken from one clip of the sample motion: `count` of them, as different from each other as the clip has them. */
export interface ClipPick {
  readonly file: string;
  /** Of a file with several. */
  readonly clip?: string;
  /** What they are called, with a number behind it where there are several. */
  readonly name: string;
  readonly folder: string;
  readonly tags: readonly string[];
  readonly count: number;
  /** Share of the clip at either end that is left out: where actions begin and end, the body only stands. */
  readonly margin?: number;
  /** Seconds that are looked at. Default: all but the first frame, which in some files is for calibration. */
  readonly from?: number;
  readonly to?: number;
}

const KNIGHT = 'rigs/kaykit-knight.glb';

function knight(clip: string, name: string, folder: string, count: number, ...tags: readonly string[]): ClipPick {
  return { file: KNIGHT, clip, name, folder, count, tags, margin: 0.25 };
}

/** Where the poses of the starter library come from; licences in `LICENCES`. */
export const CLIP_PICKS: readonly ClipPick[] = [
  knight('Idle', 'Idle', 'Stand', 2, 'idle'),
  knight('Unarmed_Idle', 'Ready', 'Stand', 2, 'idle', 'guard'),
  knight('Cheer', 'Cheer', 'Stand', 1, 'joy', 'arms up'),
  { file: 'bvh/fair1-wave-hello.bvh', name: 'Wave', folder: 'Stand', count: 5, tags: ['greet', 'hello'], from: 1 },
  { file: 'bvh/fair1-dab.bvh', name: 'Dab', folder: 'Dance', count: 5, tags: ['gesture'], from: 1 },
  { file: 'bvh/cmu-12_01-walk.bvh', name: 'Walk', folder: 'Walk', count: 6, tags: ['step'], from: 0.5 },
  { file: 'bvh/mh-12_03-walk.bvh', name: 'Stroll', folder: 'Walk', count: 4, tags: ['step'], from: 0.5 },
  { file: 'fbx/cmu-91_48.fbx', name: 'March', folder: 'Walk', count: 4, tags: ['step'], from: 0.5 },
  knight('Walking_B', 'Swagger', 'Walk', 3, 'step'),
  knight('Walking_Backwards', 'Walk backwards', 'Walk', 2, 'step', 'back'),
  knight('Running_A', 'Run', 'Run', 4, 'sprint'),
  knight('Running_B', 'Run low', 'Run', 3, 'sprint'),
  knight('Running_Strafe_Left', 'Run sideways', 'Run', 2, 'strafe'),
  knight('Dodge_Backward', 'Dodge backwards', 'Run', 1, 'evade'),
  knight('Dodge_Left', 'Dodge aside', 'Run', 1, 'evade'),
  { file: 'bvh/cmu-01_01-hops.bvh', name: 'Hop', folder: 'Jump', count: 7, tags: ['leap'], from: 0.5 },
  { file: 'bvh/cmu-jumping-jacks.bvh', name: 'Jumping jack', folder: 'Jump', count: 5, tags: ['sport'], from: 0.3 },
  knight('Jump_Full_Long', 'Jump', 'Jump', 4, 'leap'),
  knight('Jump_Land', 'Land', 'Jump', 2, 'leap'),
  knight('Sit_Chair_Idle', 'Sit on a chair', 'Sit', 2, 'chair'),
  knight('Sit_Chair_Down', 'Sit down', 'Sit', 2, 'chair'),
  knight('Sit_Floor_Idle', 'Sit on the floor', 'Sit', 2, 'ground'),
  knight('Sit_Floor_StandUp', 'Get up from the floor', 'Sit', 2, 'ground'),
  knight('PickUp', 'Pick up', 'Crouch', 3, 'bend', 'floor'),
  knight('Hit_B', 'Flinch', 'Fight', 2, 'hurt'),
  knight('Block', 'Block', 'Fight', 1, 'guard', 'shield'),
  knight('Throw', 'Throw', 'Fight', 3, 'ball'),
  knight('Unarmed_Melee_Attack_Punch_A', 'Punch', 'Fight', 3, 'fist'),
  knight('Unarmed_Melee_Attack_Punch_B', 'Hook', 'Fight', 2, 'fist', 'punch'),
  knight('Unarmed_Melee_Attack_Kick', 'Kick', 'Fight', 3, 'leg'),
  { file: 'bvh/cmu-10_01-kick.bvh', name: 'Kick a ball', folder: 'Fight', count: 5, tags: ['football', 'leg'], from: 0.3 },
  knight('1H_Melee_Attack_Chop', 'Chop', 'Fight', 2, 'sword'),
  knight('1H_Melee_Attack_Slice_Diagonal', 'Slash', 'Fight', 2, 'sword'),
  knight('1H_Melee_Attack_Stab', 'Stab', 'Fight', 2, 'sword'),
  knight('2H_Melee_Attack_Chop', 'Chop with both hands', 'Fight', 2, 'axe', 'sword'),
  knight('2H_Melee_Idle', 'Hold with both hands', 'Carry', 1, 'sword', 'staff'),
  knight('2H_Ranged_Aiming', 'Aim with both hands', 'Fight', 1, 'bow', 'rifle'),
  knight('1H_Ranged_Aiming', 'Aim with one hand', 'Fight', 1, 'pistol', 'point'),
  knight('Spellcast_Long', 'Cast', 'Fight', 3, 'magic'),
  knight('Spellcast_Raise', 'Raise', 'Fight', 2, 'magic', 'arms up'),
  knight('Lie_Idle', 'Lie', 'Lie', 1, 'floor', 'sleep'),
  knight('Lie_StandUp', 'Get up', 'Lie', 3, 'floor'),
  knight('Death_A', 'Fall', 'Lie', 3, 'hurt', 'collapse'),
  { file: 'bvh/rokoko-dance.bvh', name: 'Dance', folder: 'Dance', count: 14, tags: ['move'], from: 0.2 },
];

/** What the poses may be used under: kept with them. */
export const LICENCES: readonly string[] = [
  'KayKit Adventurers by Kay Lousberg (www.kaylousberg.com): CC0 1.0.',
  'Carnegie Mellon University motion capture (mocap.cs.cmu.edu): free for all uses. The data used in this project was obtained from mocap.cs.cmu.edu. The database was created with funding from NSF EIA-0196217.',
  'AnimatedDrawings sample motion, © Meta Platforms: MIT.',
  'Poses of Limber itself: MIT.',
];
