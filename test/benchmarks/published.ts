/** Numbers published by others, printed beside ours; not measured here. */
export const PUBLISHED: readonly { workload: string; title: string; solver: string; figures: string }[] = [
  { workload: 'W1', title: '20 free ball joints', solver: 'KDL LMA', figures: '100 %, 71 µs median, 98 µs p95' },
  { workload: 'W2', title: 'human arm, position', solver: 'Blender', figures: '84.8 % inside limits' },
  {
    workload: 'W3',
    title: 'human arm, position and orientation',
    solver: 'Blender',
    figures: '79.8 %, 724 µs median, 11 ms p95',
  },
  { workload: 'W4', title: 'biped, five effectors', solver: 'Blender', figures: '76.2 %, 13 ms median, 306 ms p95' },
  { workload: 'W5', title: 'arm on a path', solver: 'Blender', figures: '100 %, 86 µs, mean step 0.96°, largest 6.1°' },
  { workload: 'W6', title: 'Fetch arm', solver: 'TRAC-IK', figures: '99.98 %, 240 µs mean' },
  { workload: 'W6', title: 'KUKA LBR iiwa 14', solver: 'TRAC-IK', figures: '99.92 %, 280 µs mean' },
  { workload: 'W6', title: 'Franka Emika Panda', solver: 'TRAC-IK', figures: '99.88 %, 370 µs mean' },
  { workload: 'W7', title: 'crowd of bipeds at 60 frames a second', solver: 'Kenwright 2012', figures: '100 bipeds' },
];
