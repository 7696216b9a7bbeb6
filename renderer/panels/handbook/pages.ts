/** The pages of the handbook, in their order, and the words by which the palette finds them. */
export const HANDBOOK_PAGES = [
  { page: 'first-pull', title: 'First pull', words: 'drag handle start begin ik move exact numbers status' },
  { page: 'pins', title: 'Pins and who follows', words: 'pin fix stay feet followers limb floor relax' },
  { page: 'poses', title: 'Six poses', words: 'walk squat arabesque sit box overhead example how steps mirror' },
  { page: 'scene', title: 'Several characters', words: 'scene second two actors add duplicate place duel dance crowd' },
  {
    page: 'things',
    title: 'Things',
    words: 'prop sword cup chair table stairs ramp box carry hold grip hand attach constraint weapon',
  },
  { page: 'expressions', title: 'Expressions', words: 'face facial blend shape morph target vrm smile blink slider' },
  { page: 'springs', title: 'Spring bones', words: 'hair cloth skirt physics jiggle simulate vrm bake secondary' },
  { page: 'limits', title: 'Limits', words: 'cone twist joint preset lock stiffness bones found' },
  { page: 'solver', title: 'How a pull is solved', words: 'solver order bounce balance soft reach iterations tolerance' },
  { page: 'library', title: 'Pose library', words: 'save pose apply blend favourite starter parts' },
  { page: 'timeline', title: 'Timeline', words: 'keys keyframes animate clip breakdown check ghosts trails' },
  { page: 'retarget', title: 'Motion from other files', words: 'retarget mocap import bvh fbx vrma mixamo' },
  { page: 'live', title: 'Live motion', words: 'vmc osc tracker vseeface vtuber stream receive send record puppet' },
  { page: 'export', title: 'Export', words: 'glb fbx bvh write file format save engine unity unreal blender' },
  { page: 'batch', title: 'Many files at once', words: 'batch command line terminal farm lint automation' },
  { page: 'words', title: 'Words', words: 'glossary terms dictionary meaning names' },
  { page: 'keys', title: 'Keys and navigation', words: 'shortcuts hotkeys mouse touch trackpad camera key map' },
] as const;
