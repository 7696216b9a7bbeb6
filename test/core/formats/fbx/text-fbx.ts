/** A model of a made-up FBX file; what is missing is as the format's defaults say. */
export interface TextModel {
  readonly name: string;
  readonly parent?: string;
  readonly kind?: 'LimbNode' | 'Mesh' | 'Null';
  /** Names of vectors and numbers as FBX has them: `Lcl Translation`, `PreRotation`, `RotationOrder`… */
  readonly properties?: Readonly<Record<string, readonly number[] | number>>;
}

/** A curve of one of a model's vectors: seconds and the values there; one row a key. */
export interface TextCurve {
  readonly model: string;
  readonly property: 'Lcl Translation' | 'Lcl Rotation' | 'Lcl Scaling';
  readonly axis: 'X' | 'Y' | 'Z';
  readonly keys: readonly (readonly [seconds: number, value: number])[];
  /** 0x4 linear, 0x2 constant, 0x8 | 0x100 cubic with automatic tangents. Default linear. */
  readonly flags?: number;
}

export interface TextScene {
  readonly models: readonly TextModel[];
  readonly curves?: readonly TextCurve[];
  /** Numbers of GlobalSettings: UpAxis, UnitScaleFactor… */
  readonly settings?: Readonly<Record<string, number>>;
  /** Further objects and connections, as text. */
  readonly objects?: string;
  readonly connections?: string;
}

const TICKS = 46186158000n;

/** The object id of a model by its place in the list. */
export function modelId(index: number): number {
  return 1000 + index;
}

/** An FBX 7.4 file as text. */
export function textFbx({ models, curves = [], settings = {}, objects = '', connections = '' }: TextScene): Uint8Array {
  const idOf = (name: string) => modelId(models.findIndex((model) => model.name === name));
  const row = (name: string, value: readonly number[] | number) => {
    const values = typeof value === 'number' ? [value] : value;
    const type =
      typeof value === 'number' ? (Number.isInteger(value) ? ['int', 'Integer'] : ['double', 'Number']) : vectorType(name);
    return `\t\t\tP: "${name}", "${type[0]}", "${type[1]}", "A",${values.join(',')}`;
  };
  const modelText = models.map(
    ({ name, kind = 'LimbNode', properties = {} }, i) => `\tModel: ${modelId(i)}, "Model::${name}", "${kind}" {
\t\tVersion: 232
\t\tProperties70:  {
${Object.entries({ RotationActive: 1, ...properties })
  .map(([key, value]) => row(key, value))
  .join('\n')}
\t\t}
\t}`,
  );
  const groups = [...new Set(curves.map(({ model, property }) => `${model}|${property}`))];
  const curveText = curves.map(
    ({ keys, flags = 4 }, i) => `\tAnimationCurve: ${5000 + i}, "AnimCurve::", "" {
\t\tDefault: 0
\t\tKeyVer: 4009
\t\tKeyTime: *${keys.length} {
\t\t\ta: ${keys.map(([seconds]) => (BigInt(Math.round(seconds * 1e6)) * TICKS) / 1_000_000n).join(',')}
\t\t}
\t\tKeyValueFloat: *${keys.length} {
\t\t\ta: ${keys.map(([, value]) => value).join(',')}
\t\t}
\t\tKeyAttrFlags: *1 {
\t\t\ta: ${flags}
\t\t}
\t\tKeyAttrDataFloat: *4 {
\t\t\ta: 0,0,0,0
\t\t}
\t\tKeyAttrRefCount: *1 {
\t\t\ta: ${keys.length}
\t\t}
\t}`,
  );
  const groupText = groups.map((group, i) => {
    const [model = '', property = ''] = group.split('|');
    const stated = models.find(({ name }) => name === model)?.properties?.[property];
    const still = Array.isArray(stated) ? (stated as number[]) : property === 'Lcl Scaling' ? [1, 1, 1] : [0, 0, 0];
    return `\tAnimationCurveNode: ${4000 + i}, "AnimCurveNode::${property[4]}", "" {
\t\tProperties70:  {
${['X', 'Y', 'Z'].map((axis, a) => `\t\t\tP: "d|${axis}", "Number", "", "A",${still[a]}`).join('\n')}
\t\t}
\t}`;
  });
  const last = Math.max(0, ...curves.flatMap(({ keys }) => keys.map(([seconds]) => seconds)));
  const stackText =
    curves.length === 0
      ? ''
      : `\tAnimationStack: 3000, "AnimStack::Take", "" {
\t\tProperties70:  {
\t\t\tP: "LocalStop", "KTime", "Time", "",${(BigInt(Math.round(last * 1e6)) * TICKS) / 1_000_000n}
\t\t}
\t}
\tAnimationLayer: 3001, "AnimLayer::Base", "" {
\t}`;
  const links = [
    ...models.map(({ parent }, i) => `\tC: "OO",${modelId(i)},${parent === undefined ? 0 : idOf(parent)}`),
    ...(curves.length > 0 ? ['\tC: "OO",3001,3000'] : []),
    ...groups.flatMap((group, i) => {
      const [model = '', property = ''] = group.split('|');
      return [`\tC: "OO",${4000 + i},3001`, `\tC: "OP",${4000 + i},${idOf(model)}, "${property}"`];
    }),
    ...curves.map(
      ({ model, property, axis }, i) => `\tC: "OP",${5000 + i},${4000 + groups.indexOf(`${model}|${property}`)}, "d|${axis}"`,
    ),
  ];
  return new TextEncoder().encode(`; FBX 7.4.0 project file
FBXHeaderExtension:  {
\tFBXHeaderVersion: 1003
\tFBXVersion: 7400
}
GlobalSettings:  {
\tVersion: 1000
\tProperties70:  {
${Object.entries({
  UpAxis: 1,
  UpAxisSign: 1,
  FrontAxis: 2,
  FrontAxisSign: 1,
  CoordAxis: 0,
  CoordAxisSign: 1,
  UnitScaleFactor: 1,
  ...settings,
})
  .map(([key, value]) => row(key, value))
  .join('\n')}
\t}
}
Definitions:  {
\tVersion: 100
}
Objects:  {
${[...modelText, stackText, ...groupText, ...curveText, objects].join('\n')}
}
Connections:  {
${[...links, connections].join('\n')}
}
`);
}

function vectorType(name: string): readonly [string, string] {
  return name.startsWith('Lcl ') ? [name, ''] : ['Vector3D', 'Vector'];
}
