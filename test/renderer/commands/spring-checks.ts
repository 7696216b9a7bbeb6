import { expect } from 'vitest';
import type { Studio } from '../../../renderer/state/studio.ts';
import { documentOf } from '../state/open-studio.ts';

/** Gives the character a spring bone, its neck; which joint that is. */
export function tail(studio: Studio): number {
  const document = documentOf(studio);
  const joint = document.rig.humanoid.neck!;
  const settings = { hitRadius: 0, stiffness: 0.3, gravityPower: 0.1, gravityDirection: [0, -1, 0], drag: 0.2 } as const;
  const springs = { list: [{ ...settings, joint, tail: [0, 0.2, 0], center: -1, colliders: [] }], colliders: [] } as const;
  studio.setState({ document: { ...document, rig: { ...document.rig, springs } } });
  return joint;
}

export const SPRING_PREPARE: Readonly<Record<string, (studio: Studio) => void>> = { 'view.show.springs': tail };

/** What the commands of spring bones do. */
export const SPRING_CHECKS: Readonly<Record<string, (scene: { readonly studio: Studio }) => void>> = {
  'view.show.springs': ({ studio }) => expect(studio.getState().session.view.springs).toBe(true),
};
