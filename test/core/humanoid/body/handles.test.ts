import { describe, expect, it } from 'vitest';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { HANDLE_NAMES, handleKind, handlesOf } from '../../../../core/humanoid/body/handles.ts';
import { plainFigure, sceneOf } from '../../../helpers/figure.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';
import { times } from '../../../helpers/body-directions.ts';

describe.each(sampleRigs())('the handles of $name', ({ rig }) => {
  const handles = handlesOf(rig);

  it('are all there, on wrists, ankles, elbows and knees', () => {
    const main = HANDLE_NAMES.filter((name) => handleKind(name) !== 'local');
    expect(handles.flatMap(({ name, kind }) => (kind === 'local' ? [] : [name]))).toEqual(main);
    const joints = Object.fromEntries(handles.map(({ name, joint }) => [name, joint]));
    expect(joints['leftHand']).toBe(rig.humanoid.leftHand);
    expect(joints['rightFoot']).toBe(rig.humanoid.rightFoot);
    expect(joints['leftElbow']).toBe(rig.humanoid.leftLowerArm);
    expect(joints['rightKnee']).toBe(rig.humanoid.rightLowerLeg);
    expect(joints['hips']).toBe(rig.skeleton.root);
  });

  it('have knees that point forward and elbows that do not', () => {
    for (const { name, kind, pole } of handles) {
      expect(kind).toBe(handleKind(name));
      if (name.endsWith('Knee')) expect(times(pole!, rig.report.facing), name).toBeGreaterThan(0.7);
      else if (name.endsWith('Elbow')) expect(times(pole!, rig.report.facing), name).toBeLessThan(0.2);
      else expect(pole).toBeNull();
    }
  });
});

describe('the handles of a figure without head', () => {
  it('are those that it has', () => {
    const headless = plainFigure().filter(({ name }) => !/^head|^neck/.test(name));
    const names = handlesOf(buildRig(sceneOf(headless))).map(({ name }) => name);
    const whole = handlesOf(buildRig(sceneOf(plainFigure()))).map(({ name }) => name);
    expect(whole).toContain('head');
    expect(names).toEqual(whole.filter((name) => name !== 'head'));
  });
});
