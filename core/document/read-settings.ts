import { checkLimit } from '../skeleton/check-limit.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { checkSettingsData, checkUnkeyedData } from './check-data.ts';
import type { RigSettingsData, UnkeyedData } from './project-data.ts';
import type { RigSettings, UnkeyedPose } from './project.ts';
import { type Reading, jointOf, startReading } from './reading.ts';
import { readPose } from './read-poses.ts';

/** A pose that no key holds; `activeClip` is the clip of one that names none. */
export function readUnkeyed(reading: Reading, data: UnkeyedData | null, activeClip: string): UnkeyedPose | null {
  checkUnkeyedData(data);
  if (data === null) return null;
  const { clip = activeClip, time = 0, pose } = data;
  return { clip, time, pose: readPose(reading, pose, 'the unkeyed pose') };
}

/** The settings with joints by index, from the data's rig section alone: what building the rig needs first. */
export function rigSettingsFromData(data: RigSettingsData, skeleton: Skeleton): RigSettings {
  return readRigSettings(startReading(skeleton), data);
}

export function readRigSettings(reading: Reading, data: RigSettingsData): RigSettings {
  checkSettingsData(data);
  const limits = Object.entries(data.limits).flatMap(([key, limit]) => {
    const joint = jointOf(reading, key);
    if (joint === null) return [];
    try {
      checkLimit(limit, `joint "${key}"`);
    } catch (error) {
      reading.warnings.push(`An edited limit was left out: ${error instanceof Error ? error.message : 'it cannot be used'}.`);
      return [];
    }
    return [[joint, limit] as const];
  });
  const stiffness = Object.entries(data.stiffness).flatMap(([key, value]) => {
    const joint = jointOf(reading, key);
    return joint === null || !(value >= 0 && value <= 1) ? [] : [[joint, value] as const];
  });
  const { preset, corrections, flatFeet } = data;
  return {
    preset,
    corrections,
    limits: Object.fromEntries(limits),
    stiffness: Object.fromEntries(stiffness),
    ...(flatFeet && { flatFeet }),
  };
}
