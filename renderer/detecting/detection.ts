/**
 * What the detector tells of one person: 33 landmarks of BlazePose, 7 numbers each: x, y and z in the picture, x, y and z in the world,
 * and how surely it is seen. In the picture shares of its width and height, y down;
 * in the world metres from the middle of the hips, y down and z away from the camera, as the detector believes; how surely from 0 to 1.
 */
export type Detection = Float32Array;

/** What the thread of the detector is asked: where its files are, once; then pictures. */
export type DetectorRequest =
  | { readonly kind: 'load'; readonly files: Readonly<Record<string, string>> }
  | {
      readonly kind: 'detect';
      readonly picture: ImageBitmap;
      readonly follows: boolean;
      readonly looks: number;
      readonly milliseconds: number;
    };

/** What it answers: how many of its files have come, that it is ready, what it saw (null: nobody), or why it cannot. */
export type DetectorAnswer =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'ready' }
  | { readonly kind: 'seen'; readonly detection: Detection | null }
  | { readonly kind: 'failed'; readonly sentence: string };
