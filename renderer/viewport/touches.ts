import type { DragSession } from '../tools/drag-session.ts';
import { createFingers } from '../tools/fingers.ts';
import type { ScreenPoint } from '../tools/geometry/lens.ts';
import type { Camera } from './stage/camera.ts';

/** Takes the pointer events of fingers while several of them steer. */
export interface Touches {
  /** Whether the event was for the camera, and is for nobody else. */
  take(event: PointerEvent): boolean;
}

/** One finger pulls or orbits like a button. A second one that comes before anything is pulled makes them steer, until all are off. */
export function createTouches(camera: Camera, session: DragSession, placeOf: (event: PointerEvent) => ScreenPoint): Touches {
  const fingers = createFingers(camera);
  let isSteering = false;

  const beginSteering = (): void => {
    const { press, gesture } = session.present() ?? {};
    // What a finger pulls stays in its hand.
    if (press?.target && gesture) return;
    if (gesture) session.up();
    else session.cancel();
    isSteering = true;
  };

  const end = (event: PointerEvent): boolean => {
    fingers.up(event.pointerId);
    const wasSteering = isSteering;
    if (fingers.count() === 0) isSteering = false;
    return wasSteering;
  };

  return {
    take: (event) => {
      if (event.pointerType !== 'touch') return false;
      switch (event.type) {
        case 'pointerdown':
          fingers.down(event.pointerId, placeOf(event));
          if (fingers.count() > 1) beginSteering();
          return isSteering;
        case 'pointermove':
          fingers.move(event.pointerId, placeOf(event), isSteering);
          return isSteering;
        case 'pointerup':
        case 'pointercancel':
          return end(event);
        default:
          return isSteering;
      }
    },
  };
}
