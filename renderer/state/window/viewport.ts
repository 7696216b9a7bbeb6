import type { Vec3 } from '../../../core/math/vec3.ts';
import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import type { CameraPreset, CameraView } from '../../../electron/contract.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';

export type { CameraPreset } from '../../../electron/contract.ts';

/** What the rest of the window may ask of the viewport. No Babylon type leaves its folder. */
export interface Viewport {
  /** Where the camera looks from. */
  camera(): CameraView;
  /** Moves the camera so that the selection fills the view, or the whole character when nothing is selected. */
  frameSelection(): void;
  /** Looks from there; `isOrthographic`: without perspective. Default false. */
  setCamera(preset: CameraPreset, isOrthographic?: boolean): void;
  /** Looks at once as `change` makes of the present view, as far as the camera can be steered there. */
  steer(change: (view: CameraView) => CameraView): void;
  /** The selected handle or joint follows the pointer until a click keeps it or Esc does not; where nothing can, nothing happens. */
  begin(action: 'move' | 'turn' | 'spread'): void;
  /** The next drag draws a box to select by, wherever it begins; Esc gives that up. */
  awaitBox(): void;
  /**
   * A square picture of the character in `pose`, as a PNG data URL; what is on screen does not change. With `joints` of it what these joints are at, from
   * near.
   */
  thumbnail(pose: Pose, pixels: number, joints?: readonly number[]): Promise<string>;
  /** The same of several poses, one after another within `seconds`: an animated PNG that begins again at its end. */
  movingThumbnail(poses: readonly Pose[], pixels: number, seconds: number): Promise<string>;
  /** Where a handle is drawn, CSS pixels from the canvas's top left; null when it is not in view. */
  handleOnScreen(handle: HandleName): { readonly x: number; readonly y: number } | null;
  /** Where something can be dragged, CSS pixels from the canvas's top left. */
  graspPoints(): readonly { readonly x: number; readonly y: number }[];
  /** World position of a character's node as the loaded scene has it now (for checks against the skeleton), metres. */
  nodePosition(node: number): Vec3 | null;
  /** Resolves when the document's character is on the scene; rejects with one sentence when it cannot be shown. */
  settled(): Promise<void>;
  /** Draws now instead of at the next animation frame. */
  render(): void;
  dispose(): void;
}
