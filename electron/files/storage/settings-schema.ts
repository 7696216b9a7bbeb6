import { z } from 'zod';
import type { KeptSettings } from '../../contract.ts';

const folder = z.string().min(1).max(4096).nullable();
const shortcuts = z.array(z.string().min(1).max(50)).max(8);
const liveAddress = { address: z.string().min(1).max(253), port: z.int().min(1).max(65_535) };
const commandId = z.string().min(1).max(100);

/** The settings of the program, each with the values that it may have. */
const fields = {
  scale: z.number().min(0.8).max(2),
  theme: z.enum(['system', 'dark', 'light', 'neutral']),
  sides: z.enum(['blueRed', 'colourSafe']),
  motion: z.enum(['system', 'still']),
  keyMap: z.enum(['limber', 'blender', 'maya']),
  keys: z.record(commandId, shortcuts),
  navigation: z.enum(['keyMap', 'limber', 'blender', 'maya']),
  handleSize: z.number().min(0.6).max(2),
  lengths: z.enum(['mm', 'cm', 'm', 'in']),
  times: z.enum(['frames', 'seconds']),
  scrolling: z.enum(['zoom', 'orbit', 'pan']),
  libraryStrength: z.number().min(0.1).max(1),
  posesBringPlace: z.boolean(),
  offersContacts: z.boolean(),
  cardSize: z.number().int().min(72).max(240),
  libraries: z.array(z.string().min(1).max(4096)).max(100),
  autosave: z.number().int().min(0).max(120),
  projectsFolder: folder,
  exportsFolder: folder,
  liveSend: z.strictObject({ ...liveAddress, fps: z.number().min(1).max(120) }),
  liveReceive: z.strictObject(liveAddress),
  liveAllowed: z.array(z.string().min(1).max(300)).max(20),
  cameraAllowed: z.boolean(),
  knowsTour: z.boolean(),
  view: z.record(z.string().max(50), z.boolean()),
  layouts: z.record(z.string().max(50), z.string().max(1_000_000)),
} satisfies Readonly<Record<keyof KeptSettings, z.ZodType>>;

/** Settings that a window sends. */
export const settingsSchema: z.ZodType<KeptSettings> = z.strictObject(fields).partial().transform(withoutMissing);

/** Settings as a file has them, perhaps one of another version: each that cannot be used is passed over. */
export const keptSettingsSchema: z.ZodType<KeptSettings> = z.record(z.string(), z.unknown()).transform((kept) => {
  const usable = Object.entries(fields).flatMap(([name, field]) => {
    const read = field.safeParse(kept[name]);
    return read.success ? [[name, read.data] as const] : [];
  });
  return Object.fromEntries(usable);
});

function withoutMissing(settings: Readonly<Record<string, unknown>>): KeptSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
