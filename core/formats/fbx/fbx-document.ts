import type { FbxRecord, FbxValue } from './fbx-records.ts';

/** FBX counts time in so many ticks a second. */
export const TICKS = 46_186_158_000;

/** A joint as an animation-only FBX file has it; lengths in centimetres, angles in degrees. */
export interface FbxJoint {
  readonly name: string;
  /** Index among the joints, smaller than this joint's own; −1 for none. */
  readonly parent: number;
  readonly translation: readonly number[];
  /** About x, then y, then z: how the joint is turned at rest. Its own rotation comes on top and is 0 there. */
  readonly preRotation: readonly number[];
  /** Where it is at rest in the world, column after column. */
  readonly world: readonly number[];
  /** Keys at the document's times, three numbers a key; missing where nothing changes. */
  readonly translations?: Float64Array;
  readonly rotations?: Float64Array;
}

export interface FbxMotion {
  readonly name: string;
  readonly fps: number;
  /** Seconds, rising, from 0. */
  readonly times: readonly number[];
  readonly joints: readonly FbxJoint[];
}

/** Object ids; any different numbers would do. */
export const MODEL_ID = 1_000_000;
export const ATTRIBUTE_ID = 2_000_000;
const CURVE_NODE_ID = 3_000_000;
const CURVE_ID = 4_000_000;
const [DOCUMENT_ID, POSE_ID, STACK_ID, LAYER_ID] = [100, 101, 102, 103] as const;
const AXES = ['X', 'Y', 'Z'] as const;
/** Straight lines from key to key. */
const LINEAR = 0x4;

const C = (value: boolean): FbxValue => ({ type: 'C', value });
const I = (value: number): FbxValue => ({ type: 'I', value });
const L = (value: number): FbxValue => ({ type: 'L', value });
const D = (value: number): FbxValue => ({ type: 'D', value });
const S = (value: string): FbxValue => ({ type: 'S', value });

const record = (name: string, values: readonly FbxValue[] = [], children: readonly FbxRecord[] = []): FbxRecord => ({
  name,
  values,
  children,
});

/** Names of objects carry their class behind them. */
const named = (name: string, kind: string) => S(`${name}\0\x01${kind}`);

const property = (name: string, type: string, label: string, flags: string, values: readonly FbxValue[]) =>
  record('P', [S(name), S(type), S(label), S(flags), ...values]);
const wholeNumber = (name: string, value: number) => property(name, 'int', 'Integer', '', [I(value)]);
const time = (name: string, seconds: number) => property(name, 'KTime', 'Time', '', [L(ticks(seconds))]);
const vector = (name: string, values: readonly number[], type = 'Vector3D', label = 'Vector', flags = '') =>
  property(name, type, label, flags, values.map(D));
const properties = (list: readonly FbxRecord[]) => record('Properties70', [], list);

export function ticks(seconds: number): number {
  return Math.round(seconds * TICKS);
}

/** The records of an animation-only FBX 7.5 file: a skeleton, the pose that it was bound in, and one take. */
export function fbxDocument({ name, fps, times, joints }: FbxMotion): FbxRecord[] {
  const last = times.at(-1) ?? 0;
  const animated = joints.flatMap(({ translations, rotations }, joint) => [
    ...(translations ? [{ joint, type: 'T', property: 'Lcl Translation', values: translations }] : []),
    ...(rotations ? [{ joint, type: 'R', property: 'Lcl Rotation', values: rotations }] : []),
  ]);
  const objects = [
    ...joints.map((_, joint) =>
      record(
        'NodeAttribute',
        [L(ATTRIBUTE_ID + joint), named('', 'NodeAttribute'), S('LimbNode')],
        [record('TypeFlags', [S('Skeleton')])],
      ),
    ),
    ...joints.map((each, joint) => model(each, joint)),
    bindPose(joints),
    record(
      'AnimationStack',
      [L(STACK_ID), named(name, 'AnimStack'), S('')],
      [properties([time('LocalStart', 0), time('LocalStop', last), time('ReferenceStart', 0), time('ReferenceStop', last)])],
    ),
    record('AnimationLayer', [L(LAYER_ID), named('BaseLayer', 'AnimLayer'), S('')], [properties([])]),
    ...animated.map(({ type, values }, i) =>
      record(
        'AnimationCurveNode',
        [L(CURVE_NODE_ID + i), named(type, 'AnimCurveNode'), S('')],
        [properties(AXES.map((axis, a) => property(`d|${axis}`, 'Number', '', 'A', [D(values[a]!)])))],
      ),
    ),
    ...animated.flatMap(({ values }, i) => AXES.map((_, axis) => curve(CURVE_ID + 3 * i + axis, times, values, axis))),
  ];
  const link = (kind: 'OO' | 'OP', child: number, parent: number, ...to: string[]) =>
    record('C', [S(kind), L(child), L(parent), ...to.map(S)]);
  const connections = [
    ...joints.map(({ parent }, joint) => link('OO', MODEL_ID + joint, parent < 0 ? 0 : MODEL_ID + parent)),
    ...joints.map((_, joint) => link('OO', ATTRIBUTE_ID + joint, MODEL_ID + joint)),
    link('OO', LAYER_ID, STACK_ID),
    ...animated.map((_, i) => link('OO', CURVE_NODE_ID + i, LAYER_ID)),
    ...animated.map(({ joint, property: to }, i) => link('OP', CURVE_NODE_ID + i, MODEL_ID + joint, to)),
    ...animated.flatMap((_, i) => AXES.map((axis, a) => link('OP', CURVE_ID + 3 * i + a, CURVE_NODE_ID + i, `d|${axis}`))),
  ];
  return [
    ...header(),
    globalSettings(fps, last),
    record(
      'Documents',
      [],
      [
        record('Count', [I(1)]),
        record(
          'Document',
          [L(DOCUMENT_ID), S('Scene'), S('Scene')],
          [
            properties([
              property('SourceObject', 'object', '', '', []),
              property('ActiveAnimStackName', 'KString', '', '', [S(name)]),
            ]),
            record('RootNode', [L(0)]),
          ],
        ),
      ],
    ),
    record('References'),
    definitions(objects),
    record('Objects', [], objects),
    record('Connections', [], connections),
    record(
      'Takes',
      [],
      [
        record('Current', [S(name)]),
        record(
          'Take',
          [S(name)],
          [
            record('FileName', [S('take.tak')]),
            record('LocalTime', [L(0), L(ticks(last))]),
            record('ReferenceTime', [L(0), L(ticks(last))]),
          ],
        ),
      ],
    ),
  ];
}

/** The date and the id of the file are always the same, so that the same clip gives the same bytes. */
function header(): FbxRecord[] {
  const id = Uint8Array.of(0x28, 0xb3, 0x2a, 0xeb, 0xb6, 0x24, 0xcc, 0xc2, 0xbf, 0xc8, 0xb0, 0x2a, 0xa9, 0x2b, 0xfc, 0xf1);
  const stamp = { Version: 1000, Year: 1970, Month: 1, Day: 1, Hour: 10, Minute: 0, Second: 0, Millisecond: 0 };
  return [
    record(
      'FBXHeaderExtension',
      [],
      [
        record('FBXHeaderVersion', [I(1003)]),
        record('FBXVersion', [I(7500)]),
        record('EncryptionType', [I(0)]),
        record(
          'CreationTimeStamp',
          [],
          Object.entries(stamp).map(([name, value]) => record(name, [I(value)])),
        ),
        record('Creator', [S('Limber')]),
      ],
    ),
    record('FileId', [{ type: 'R', value: id }]),
    record('CreationTime', [S('1970-01-01 10:00:00:000')]),
    record('Creator', [S('Limber')]),
  ];
}

/** +Y up, +Z to the front, centimetres, the clip's own frames a second (time mode 14 is one of the file's own). */
function globalSettings(fps: number, last: number): FbxRecord {
  return record(
    'GlobalSettings',
    [],
    [
      record('Version', [I(1000)]),
      properties([
        ...Object.entries({ Up: 1, Front: 2, Coord: 0, OriginalUp: -1 }).flatMap(([name, axis]) => [
          wholeNumber(`${name}Axis`, axis),
          wholeNumber(`${name}AxisSign`, 1),
        ]),
        property('UnitScaleFactor', 'double', 'Number', '', [D(1)]),
        property('OriginalUnitScaleFactor', 'double', 'Number', '', [D(1)]),
        property('TimeMode', 'enum', '', '', [I(14)]),
        time('TimeSpanStart', 0),
        time('TimeSpanStop', last),
        property('CustomFrameRate', 'double', 'Number', '', [D(fps)]),
      ]),
    ],
  );
}

function definitions(objects: readonly FbxRecord[]): FbxRecord {
  const kinds = ['GlobalSettings', ...new Set(objects.map(({ name }) => name))];
  const countOf = (kind: string) => (kind === 'GlobalSettings' ? 1 : objects.filter(({ name }) => name === kind).length);
  return record(
    'Definitions',
    [],
    [
      record('Version', [I(100)]),
      record('Count', [I(objects.length + 1)]),
      ...kinds.map((kind) => record('ObjectType', [S(kind)], [record('Count', [I(countOf(kind))])])),
    ],
  );
}

function model({ name, translation, preRotation }: FbxJoint, joint: number): FbxRecord {
  return record(
    'Model',
    [L(MODEL_ID + joint), named(name, 'Model'), S('LimbNode')],
    [
      record('Version', [I(232)]),
      properties([
        vector('PreRotation', preRotation),
        property('RotationActive', 'bool', '', '', [I(1)]),
        property('InheritType', 'enum', '', '', [I(1)]),
        vector('Lcl Translation', translation, 'Lcl Translation', '', 'A'),
        vector('Lcl Rotation', [0, 0, 0], 'Lcl Rotation', '', 'A'),
        vector('Lcl Scaling', [1, 1, 1], 'Lcl Scaling', '', 'A'),
      ]),
      record('Shading', [C(true)]),
      record('Culling', [S('CullingOff')]),
    ],
  );
}

function bindPose(joints: readonly FbxJoint[]): FbxRecord {
  return record(
    'Pose',
    [L(POSE_ID), named('BIND_POSES', 'Pose'), S('BindPose')],
    [
      record('Type', [S('BindPose')]),
      record('Version', [I(100)]),
      record('NbPoseNodes', [I(joints.length)]),
      ...joints.map(({ world }, joint) =>
        record(
          'PoseNode',
          [],
          [record('Node', [L(MODEL_ID + joint)]), record('Matrix', [{ type: 'd', value: Float64Array.from(world) }])],
        ),
      ),
    ],
  );
}

function curve(id: number, times: readonly number[], values: Float64Array, axis: number): FbxRecord {
  return record(
    'AnimationCurve',
    [L(id), named('', 'AnimCurve'), S('')],
    [
      record('Default', [D(values[axis]!)]),
      record('KeyVer', [I(4008)]),
      record('KeyTime', [{ type: 'l', value: Float64Array.from(times, ticks) }]),
      record('KeyValueFloat', [{ type: 'f', value: Float32Array.from(times, (_, k) => values[3 * k + axis]!) }]),
      record('KeyAttrFlags', [{ type: 'i', value: Int32Array.of(LINEAR) }]),
      record('KeyAttrDataFloat', [{ type: 'f', value: new Float32Array(4) }]),
      record('KeyAttrRefCount', [{ type: 'i', value: Int32Array.of(times.length) }]),
    ],
  );
}
