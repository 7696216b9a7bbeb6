import type { Command } from 'commander';
import type { MotionTarget } from '../../core/formats/clips/write-clip.ts';
import { asKhrCharacter, type ExportFormat } from '../../core/formats/usd/export-formats.ts';

export interface KhrFlags {
  readonly khrCharacter?: boolean;
}

export function addKhrOption(command: Command): Command {
  return command.option(
    '--khr-character',
    'add what KHR_character, a draft of Khronos, says of the character: its bones, a T-pose, its expressions; for .glb, .gltf and .vrm',
  );
}

/** The character as it is written. Throws an `Error` with one sentence where the format cannot hold what was asked for. */
export function khrTarget<Target extends MotionTarget>(target: Target, format: ExportFormat, { khrCharacter }: KhrFlags): Target {
  return khrCharacter ? { ...target, bytes: asKhrCharacter(target, format).bytes } : target;
}
