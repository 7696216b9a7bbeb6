/** What an animator can grab. Limb ends, trunk and head are position handles; elbows and knees are poles. */
export const HANDLE_NAMES = [
  'hips', 'chest', 'head',
  'leftHand', 'rightHand', 'leftFoot', 'rightFoot',
  'leftElbow', 'rightElbow', 'leftKnee', 'rightKnee',
] as const;

export type HandleName = (typeof HANDLE_NAMES)[number];

export interface PinSettings {
  readonly translation: boolean;
  readonly rotation: boolean;
  /** > 0, default 1. */
  readonly weight: number;
}

/** Which handles stay where they are while others are dragged. A missing handle is not pinned. */
export type Pins = Readonly<Partial<Record<HandleName, PinSettings>>>;
