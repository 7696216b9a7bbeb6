import assets from '@mediapipe/pose/pose_solution_packed_assets.data?url&no-inline';
import assetsLoader from '@mediapipe/pose/pose_solution_packed_assets_loader.js?url&no-inline';
import graph from '@mediapipe/pose/pose_web.binarypb?url&no-inline';
import model from '@mediapipe/pose/pose_landmark_full.tflite?url&no-inline';
import program from '@mediapipe/pose/pose_solution_simd_wasm_bin.wasm?url&no-inline';
import programLoader from '@mediapipe/pose/pose_solution_simd_wasm_bin.js?url&no-inline';
import solution from '@mediapipe/pose/pose.js?url&no-inline';

/** Where each file of the detector is that its thread asks for by name: what of the package is used, and no more. */
export const DETECTOR_FILES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    'pose.js': solution,
    'pose_solution_packed_assets.data': assets,
    'pose_solution_packed_assets_loader.js': assetsLoader,
    'pose_web.binarypb': graph,
    'pose_landmark_full.tflite': model,
    'pose_solution_simd_wasm_bin.wasm': program,
    'pose_solution_simd_wasm_bin.js': programLoader,
  }).map(([name, path]) => [name, new URL(path, import.meta.url).href]),
);
