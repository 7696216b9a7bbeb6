import type { ExportFormat } from '../../core/formats/usd/export-formats.ts';

/** A format to which a whole file is converted, with all clips as they are. */
export type WholeFileFormat = Extract<ExportFormat, 'glb' | 'gltf' | 'vrm'>;

/** Options of `limber convert` that choose a clip or a part of one: without meaning where a whole file goes over. */
export const CLIP_OPTIONS = ['clip', 'from', 'to', 'fps'] as const;

export function isWholeFile(format: ExportFormat): format is WholeFileFormat {
  return format === 'glb' || format === 'gltf' || format === 'vrm';
}
