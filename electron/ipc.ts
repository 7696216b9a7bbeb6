import { cameraDataSchema } from './files/storage/camera-schema.ts';
import { propDataSchema } from './files/storage/prop-schema.ts';
import { z } from 'zod';
import type { Answer, Contract, MessageName, Services } from './contract.ts';
import { settingsSchema } from './files/storage/settings-schema.ts';
import { sentenceOf } from './files/storage/explain-failure.ts';
import {
  bvhRestSchema,
  namedRestSchema,
  retargetProfileSchema,
  sourceProfileSchema,
} from '../core/formats/clips/retarget-profile.ts';
import { quote } from '../core/formats/text/quote.ts';
import { UP_AXES } from '../core/formats/text/up-axes.ts';
import { explainProblem } from '../core/formats/text/explain-problem.ts';
import { LONGEST_VMC_NAME, MOST_VMC_EXPRESSIONS } from '../core/formats/vmc/vmc-frame.ts';
import { GIVE_WAYS } from '../core/humanoid/bodies/body-contact.ts';
import { HUMANOID_BONES } from '../core/humanoid/body/bones.ts';
import { HANDLE_NAMES } from '../core/humanoid/body/handles.ts';
import { hashSchema, idSchema, nameSchema } from './files/storage/basic-schemas.ts';
import { clipSchema, frameRateSchema } from './files/storage/clip-schema.ts';
import { listChangeSchema, projectChangeShape, revisionsSchema } from './files/storage/change-schema.ts';
import { projectDataSchema, MOST_ACTORS, MOST_CAMERAS, MOST_PROPS } from './files/storage/project-schema.ts';
import { journalViewSchema, projectViewSchema } from './files/storage/view-schema.ts';
import { placeSchema } from './files/storage/actor-schema.ts';
import { rigSettingsSchema } from './files/storage/rig-schema.ts';
import { savedPoseDataSchema } from './files/storage/pose-schema.ts';

const text = z.string().max(10_000);
const path = z.string().min(1).max(4096);
const bytes = z.instanceof(Uint8Array, { error: 'expected bytes' });
const extensions = z.array(z.string().max(20)).max(50);

const job = z.string().min(1).max(100);
/** Of a file in a folder of pictures: no path. */
const pictureName = z.string().regex(/^[^/\\:*?"<>|\p{Cc}.][^/\\:*?"<>|\p{Cc}]{0,150}\.png$/u);
const whole = z.number().int().min(0);
/** Every node of a file may be a joint. */
const namesOfRig = {
  joints: z.array(text).max(200_000),
  expressions: z.array(text).max(200_000),
  slides: whole.max(200_000),
};
const knownNames = z.strictObject({
  ...namesOfRig,
  actors: z.record(idSchema, z.strictObject(namesOfRig)).exactOptional(),
});
const renderEnding = z.discriminatedUnion('ok', [
  z.strictObject({
    ok: z.literal(true),
    report: z.strictObject({
      path,
      bytes: whole,
      files: whole,
      format: z.enum(['png', 'webm', 'mp4', 'gif', 'apng', 'zip', 'frames']),
      width: whole,
      height: whole,
      frames: whole,
      fps: z.number().positive().nullable(),
      codec: text.nullable(),
      notes: z.array(text).max(100),
    }),
  }),
  z.strictObject({ ok: z.literal(false), sentence: text }),
]);
const motion = z.strictObject({
  characterHash: hashSchema,
  index: z.number().int().min(0),
  person: z.number().int().min(0).exactOptional(),
});
const target = { characterHash: hashSchema, rig: rigSettingsSchema };

const retarget = {
  ...target,
  source: motion,
  options: z.strictObject({
    fps: frameRateSchema.exactOptional(),
    hands: z.boolean().exactOptional(),
    feet: z.boolean().exactOptional(),
    limits: z.boolean().exactOptional(),
    rest: sourceProfileSchema.shape.rest,
    known: namedRestSchema.exactOptional(),
    keepsFirst: z.boolean().exactOptional(),
    bones: sourceProfileSchema.shape.bones,
    contacts: retargetProfileSchema.shape.contacts,
  }),
};

const dialogRequest = z.strictObject({
  title: text,
  kind: z.enum(['character', 'project', 'folder', 'export']),
  suggested: path.nullable(),
  extensions,
});

const menuCommand = z.strictObject({
  kind: z.literal('command'),
  id: text,
  label: text,
  shortcut: text.nullable(),
  enabled: z.boolean(),
  checked: z.boolean().nullable(),
});

const menuItem = z.discriminatedUnion('kind', [
  menuCommand,
  z.strictObject({ kind: z.literal('menu'), label: text, items: z.array(menuCommand).max(100) }),
  z.strictObject({ kind: z.literal('separator') }),
  z.strictObject({ kind: z.literal('recent'), label: text }),
]);

const menu = z.strictObject({ label: text, items: z.array(menuItem).max(500) });

const rangeSchema = z.strictObject({
  from: z.number().min(0).exactOptional(),
  to: z.number().positive().exactOptional(),
  fps: z.number().min(1).max(1000).exactOptional(),
});

const position = z.enum(['absolute', 'added']).exactOptional();
const unit = z.number().positive().max(1e6);
const fileReading = z.strictObject({ unit: unit.exactOptional(), axis: z.enum(UP_AXES).exactOptional() });
const bvhReading = z.strictObject({
  up: z.enum(UP_AXES).exactOptional(),
  rootPosition: position,
  jointPosition: position,
  unit: unit.exactOptional(),
  skipFirstFrame: z.boolean().exactOptional(),
  rest: bvhRestSchema.exactOptional(),
});

const coordinate = z.number().min(-1e6).max(1e6);
const share = z.number().min(-1.001).max(1.001);
const livePlace = z.strictObject({
  // The name or address of a machine, with no sign that stands in a path or a command.
  address: z.string().regex(/^[\w.:-]{1,253}$/, { error: 'expected the address of a machine, such as 127.0.0.1' }),
  port: z.int().min(1).max(65_535),
  isOutside: z.literal(true).exactOptional(),
});
const liveTransform = z.strictObject({
  position: z.tuple([coordinate, coordinate, coordinate]),
  rotation: z.tuple([share, share, share, share]),
});
const liveFrame = z.strictObject({
  root: liveTransform.exactOptional(),
  bones: z.partialRecord(z.enum(HUMANOID_BONES), liveTransform),
  expressions: z
    .record(z.string().max(LONGEST_VMC_NAME), z.number().min(0).max(1))
    .refine((all) => Object.keys(all).length <= MOST_VMC_EXPRESSIONS, { error: 'expected fewer expressions' }),
});

/** What each message's parameters must be. */
export const parameterSchemas: { readonly [Name in MessageName]: z.ZodType<Parameters<Contract[Name]>> } = {
  'app.info': z.tuple([]),
  'app.startup': z.tuple([job.exactOptional()]),
  'app.takeOver': z.tuple([job.exactOptional()]),
  'character.openPath': z.tuple([path, bvhReading.exactOptional(), job.exactOptional()]),
  'character.openBytes': z.tuple([text.min(1), bytes, bvhReading.exactOptional(), job.exactOptional()]),
  'character.keep': z.tuple([bytes]),
  'character.readAs': z.tuple([hashSchema, text.min(1), fileReading, job.exactOptional()]),
  'character.mannequin': z.tuple([]),
  'media.keep': z.tuple([bytes]),
  'media.read': z.tuple([z.strictObject({ fileName: nameSchema, hash: hashSchema }), path.nullable()]),
  'motion.list': z.tuple([hashSchema, job.exactOptional()]),
  'motion.read': z.tuple([hashSchema, z.number().int().min(0), rigSettingsSchema, job.exactOptional()]),
  'motion.retarget': z.tuple([job, z.strictObject(retarget)]),
  'motion.retargetTogether': z.tuple([
    job,
    z.strictObject({
      people: z
        .array(z.strictObject({ ...retarget, actor: idSchema }))
        .min(2)
        .max(8),
      gives: z
        .array(
          z.strictObject({
            actor: z.int().min(0).max(7),
            part: z.enum(HANDLE_NAMES),
            first: z.int().min(0),
            gives: z.enum(GIVE_WAYS),
          }),
        )
        .max(10_000)
        .exactOptional(),
    }),
  ]),
  'profile.read': z.tuple([path]),
  'profile.save': z.tuple([path, retargetProfileSchema]),
  'motion.samplePoses': z.tuple([
    job,
    z.strictObject({
      ...target,
      sources: z
        .array(motion.extend({ name: z.string().min(1).max(200).exactOptional(), known: namedRestSchema.exactOptional() }))
        .max(10_000),
      fps: z.number().positive().max(1000).exactOptional(),
      difference: z.number().min(0).max(10).exactOptional(),
      mirrored: z.boolean().exactOptional(),
    }),
  ]),
  'job.cancel': z.tuple([job]),
  'project.open': z.tuple([path, job.exactOptional()]),
  'project.poses': z.tuple([path, job.exactOptional()]),
  'project.save': z.tuple([
    path,
    projectDataSchema,
    projectViewSchema.exactOptional(),
    job.exactOptional(),
    path.exactOptional(),
    knownNames.exactOptional(),
  ]),
  'project.saveChange': z.tuple([
    path,
    z.strictObject(projectChangeShape),
    projectViewSchema.exactOptional(),
    job.exactOptional(),
    knownNames.exactOptional(),
  ]),
  'project.watch': z.tuple([path.nullable(), revisionsSchema]),
  'project.picture': z.tuple([path, z.strictObject({ normal: bytes, large: bytes })]),
  'pose.pictures': z.tuple([path, z.array(idSchema).max(200)]),
  'library.open': z.tuple([path, job.exactOptional()]),
  'library.change': z.tuple([path, listChangeSchema(savedPoseDataSchema), job.exactOptional()]),
  'library.close': z.tuple([path]),
  'recent.list': z.tuple([]),
  'settings.read': z.tuple([]),
  'settings.keep': z.tuple([settingsSchema]),
  'journal.append': z.tuple([
    z.strictObject({
      label: text,
      folder: path.nullable(),
      onSaved: z.literal(true).exactOptional(),
      view: journalViewSchema.exactOptional(),
      ...projectChangeShape,
    }),
  ]),
  'journal.close': z.tuple([]),
  'export.clip': z.tuple([
    job,
    z.strictObject({
      characterHash: hashSchema,
      rig: rigSettingsSchema,
      clips: z.array(clipSchema).min(1).max(10_000),
      path,
      range: rangeSchema.exactOptional(),
      khrCharacter: z.boolean().exactOptional(),
    }),
  ]),
  'export.scene': z.tuple([
    job,
    z.strictObject({
      actors: z
        .array(
          z.strictObject({
            id: idSchema,
            name: text,
            place: placeSchema,
            characterHash: hashSchema,
            rig: rigSettingsSchema,
            clips: z.array(clipSchema).min(1).max(10_000),
          }),
        )
        .min(1)
        .max(MOST_ACTORS),
      props: z.array(propDataSchema).max(MOST_PROPS).exactOptional(),
      cameras: z.array(cameraDataSchema).max(MOST_CAMERAS).exactOptional(),
      path,
      range: rangeSchema.exactOptional(),
    }),
  ]),
  'export.pose': z.tuple([
    job,
    z.strictObject({ characterHash: hashSchema, rig: rigSettingsSchema, pose: z.array(z.number()).max(100_000), path }),
  ]),
  'export.replaces': z.tuple([path]),
  'picture.begin': z.tuple([job, path, z.enum(['file', 'folder'])]),
  'picture.add': z.tuple([job, bytes, pictureName.exactOptional()]),
  'picture.end': z.tuple([job]),
  'picture.discard': z.tuple([job]),
  'render.order': z.tuple([]),
  'render.progress': z.tuple([z.number().min(0).max(1)]),
  'render.ended': z.tuple([renderEnding]),
  'live.send': z.tuple([livePlace.nullable(), z.number().min(1).max(120)]),
  'live.pose': z.tuple([liveFrame]),
  'live.receive': z.tuple([livePlace.nullable()]),
  'dialog.open': z.tuple([dialogRequest]),
  'dialog.save': z.tuple([dialogRequest]),
  'files.list': z.tuple([path, extensions]),
  'files.createFolder': z.tuple([path]),
  'files.dragOut': z.tuple([path]),
  'files.reveal': z.tuple([path]),
  'files.places': z.tuple([]),
  'window.state': z.tuple([
    z.strictObject({ title: text, unsaved: z.boolean(), writing: z.enum(['save', 'export']).nullable() }),
  ]),
  'window.savedToClose': z.tuple([z.boolean()]),
  'updates.state': z.tuple([]),
  'updates.turn': z.tuple([z.boolean()]),
  'updates.look': z.tuple([]),
  'updates.fetch': z.tuple([]),
  'updates.install': z.tuple([]),
  'updates.openPage': z.tuple([]),
  'menu.set': z.tuple([z.array(menu).max(50)]),
};

/** Checks a message's parameters, calls its service and answers. Never throws. */
export async function dispatch(services: Services, name: unknown, parameters: unknown): Promise<Answer> {
  try {
    if (typeof name !== 'string') return refusal('a message needs a name');
    if (!isMessageName(name)) return refusal(`Limber knows no message ${quote(name)}`);
    return { ok: true, value: await call(services, name, parameters) };
  } catch (error) {
    return refusal(sentenceOf(error));
  }
}

async function call<Name extends MessageName>(services: Services, name: Name, parameters: unknown): Promise<unknown> {
  const schema: z.ZodType<Parameters<Contract[Name]>> = parameterSchemas[name];
  const parsed = schema.safeParse(parameters);
  if (!parsed.success) throw new Error(`"${name}" was sent something it cannot use: ${explainProblem(parsed.error)}`);
  return services[name](...parsed.data);
}

function isMessageName(name: string): name is MessageName {
  return Object.hasOwn(parameterSchemas, name);
}

function refusal(message: string): Answer {
  return { ok: false, error: { message } };
}
