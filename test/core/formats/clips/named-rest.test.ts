import { expect, test } from 'vitest';
import { localsOfNamed, namedRest } from '../../../../core/formats/clips/named-rest.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

test('a rest keeps joints whose names every object has', () => {
  const scene = readGlbScene(MANNEQUIN);
  const rig = buildRig(scene);
  const names = ['__proto__', 'constructor', 'toString'];
  const [first = 0, second = 0, third = 0] = ['leftLowerArm', 'rightLowerLeg', 'head'].map(
    (bone) => rig.binding.nodes[rig.humanoid[bone as 'head']!]!,
  );
  const renamed = scene.nodes.map((node, i) => ({ ...node, name: names[[first, second, third].indexOf(i)] ?? node.name }));
  const character = { ...scene, nodes: renamed };
  const turned = renamed.map((node) => ({ ...node, rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] as const }));
  const rest = JSON.parse(JSON.stringify(namedRest(rig, character, turned, 'turned')));
  const locals = localsOfNamed(rig, character, rest);
  for (const node of [first, second, third]) expect(locals?.[node]?.rotation).toEqual(turned[node]!.rotation);
});
