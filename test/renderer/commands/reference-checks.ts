import { expect, vi } from 'vitest';
import type { ReferenceImage } from '../../../electron/contract.ts';
import { removeReference } from '../../../renderer/state/window/reference-image.ts';
import type { Studio } from '../../../renderer/state/studio.ts';

interface Scene {
  readonly studio: Studio;
}

const PICTURE: ReferenceImage = {
  name: 'run.jpg',
  picture: 'data:image/png;base64,AAAA',
  isShown: true,
  opacity: 0.5,
  size: 1,
  offset: [0, 0],
};

export function showsPicture(studio: Studio): void {
  studio.setState({ session: { ...studio.getState().session, reference: PICTURE } });
}

/** A dialog that is closed without a choice. */
const closeDialog = vi.fn();

/** A page whose fields for files ask nobody. */
function askNobody(): void {
  const addEventListener = (name: string, listener: () => void) => {
    if (name === 'cancel') closeDialog.mockImplementation(listener);
  };
  vi.stubGlobal('document', { createElement: () => ({ addEventListener, click: closeDialog }) });
}

export const REFERENCE_PREPARE: Readonly<Record<string, (studio: Studio) => void>> = {
  'view.reference.choose': askNobody,
  'view.reference.show': showsPicture,
  'view.reference.remove': showsPicture,
  'view.reference.bringBack': (studio) => {
    showsPicture(studio);
    removeReference(studio);
  },
};

/** What the commands of the reference image do. */
export const REFERENCE_CHECKS: Readonly<Record<string, (scene: Scene) => void>> = {
  'view.reference.choose': ({ studio }) => {
    vi.unstubAllGlobals();
    expect(closeDialog).toHaveBeenCalledOnce();
    expect(studio.getState().session.reference).toBeNull();
  },
  'view.reference.show': ({ studio }) => expect(studio.getState().session.reference).toEqual({ ...PICTURE, isShown: false }),
  'view.reference.remove': ({ studio }) => {
    const { reference, notices } = studio.getState().session;
    expect(reference).toBeNull();
    expect(notices.at(-1)?.commands).toEqual(['view.reference.bringBack']);
  },
  'view.reference.bringBack': ({ studio }) => expect(studio.getState().session.reference).toEqual(PICTURE),
};
