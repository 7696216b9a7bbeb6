import type { TextScene } from './text-fbx.ts';

/** A record of an FBX 6.1 file: a name, values, and records inside it. */
interface Record61 {
  readonly name: string;
  readonly values: readonly Value61[];
  readonly children: readonly Record61[];
}

/** Text, a whole number, a 64-bit one, a fraction, or the name of an object with its class. */
type Value61 = string | number | bigint | { readonly real: number } | { readonly object: string };

/** Where a 6.1 file has its settings, and what it says of its frame rate outside of them. */
export interface Layout61 {
  readonly settings: 'inside' | 'top';
  /** Frames a second in `Version5`. */
  readonly frameRate?: number;
}

const TICKS = 46186158000n;

const record = (name: string, values: readonly Value61[] = [], children: readonly Record61[] = []): Record61 => ({
  name,
  values,
  children,
});
const property = (name: string, type: string, values: readonly number[]) =>
  record('Property', [name, type, 'A', ...values.map((real) => ({ real }))]);
const named = (name: string): Value61 => ({ object: name });

/** The made-up scene of {@link TextScene} as the records of an FBX 6.1 file, whose settings are where `layout` says. */
function records61({ models, curves = [], settings = {} }: TextScene, layout: Layout61): Record61[] {
  const axes = { UpAxis: 1, UpAxisSign: 1, FrontAxis: 2, FrontAxisSign: 1, CoordAxis: 0, CoordAxisSign: 1, UnitScaleFactor: 1 };
  const globals = record(
    'GlobalSettings',
    [],
    [
      record('Version', [1000]),
      record(
        'Properties60',
        [],
        Object.entries({ ...axes, ...settings }).map(([name, value]) => property(name, 'double', [value])),
      ),
    ],
  );
  const objects = models.map(({ name, kind = 'LimbNode', properties = {} }) =>
    record(
      'Model',
      [named(name), kind],
      [
        record('Version', [232]),
        record(
          'Properties60',
          [],
          [
            property('RotationActive', 'bool', [1]),
            ...Object.entries(properties).map(([key, value]) => property(key, key, typeof value === 'number' ? [value] : value)),
          ],
        ),
      ],
    ),
  );
  const ticks = (seconds: number) => (BigInt(Math.round(seconds * 1e6)) * TICKS) / 1_000_000n;
  const last = Math.max(0, ...curves.flatMap(({ keys }) => keys.map(([seconds]) => seconds)));
  const axisChannel = (model: string, kind: string, axis: string) => {
    const curve = curves.find((each) => each.model === model && each.property[4] === kind && each.axis === axis);
    const keys = (curve?.keys ?? []).flatMap(([seconds, value]): Value61[] => [ticks(seconds), { real: value }, 'L']);
    return record(
      'Channel',
      [axis],
      [
        record('Default', [{ real: curve?.keys[0]?.[1] ?? (kind === 'S' ? 1 : 0) }]),
        ...(curve ? [record('KeyVer', [4005]), record('KeyCount', [curve.keys.length]), record('Key', keys)] : []),
      ],
    );
  };
  const moved = [...new Set(curves.map(({ model }) => model))];
  const take = record(
    'Take',
    ['Take'],
    [
      record('FileName', ['Take.tak']),
      record('LocalTime', [0n, ticks(last)]),
      record('ReferenceTime', [0n, ticks(last)]),
      ...moved.map((model) => {
        const kinds = [...new Set(curves.filter((each) => each.model === model).map((each) => each.property[4]!))];
        const channels = kinds.map((kind) =>
          record(
            'Channel',
            [kind],
            ['X', 'Y', 'Z'].map((axis) => axisChannel(model, kind, axis)),
          ),
        );
        return record('Model', [named(model)], [record('Version', [{ real: 1.1 }]), record('Channel', ['Transform'], channels)]);
      }),
    ],
  );
  const version5 = record(
    'Version5',
    [],
    [record('Settings', [], [record('FrameRate', [String(layout.frameRate)]), record('TimeFormat', [1])])],
  );
  return [
    record('FBXHeaderExtension', [], [record('FBXHeaderVersion', [1003]), record('FBXVersion', [6100])]),
    ...(layout.settings === 'top' ? [globals] : []),
    record('Definitions', [], [record('Version', [100]), record('Count', [models.length])]),
    record('Objects', [], layout.settings === 'inside' ? [...objects, globals] : objects),
    record(
      'Connections',
      [],
      models.map(({ name, parent }) => record('Connect', ['OO', named(name), named(parent ?? 'Scene')])),
    ),
    record('Takes', [], [record('Current', ['Take']), ...(curves.length > 0 ? [take] : [])]),
    ...(layout.frameRate === undefined ? [] : [version5]),
  ];
}

/** An FBX 6.1 file as text. */
export function textFbx61(scene: TextScene, layout: Layout61): Uint8Array {
  const value = (each: Value61) =>
    typeof each === 'object'
      ? 'object' in each
        ? `"Model::${each.object}"`
        : String(each.real)
      : typeof each === 'string'
        ? `"${each}"`
        : String(each);
  // The letters between keys stand without quotes.
  const values = ({ name, values: own }: Record61) =>
    own.map((each) => (name === 'Key' && each === 'L' ? 'L' : value(each))).join(',');
  const print = (each: Record61, indent: string): string => {
    const head = `${indent}${each.name}: ${values(each)}`;
    if (each.children.length === 0 && each.values.length > 0) return head;
    return `${head} {\n${each.children.map((child) => print(child, `${indent}\t`)).join('\n')}\n${indent}}`;
  };
  return new TextEncoder().encode(
    `; FBX 6.1.0 project file\n${records61(scene, layout)
      .map((each) => print(each, ''))
      .join('\n')}\n`,
  );
}

/** The same file in binary: places in 32 bits, names of objects with their class behind them. */
export function binaryFbx61(scene: TextScene, layout: Layout61): Uint8Array {
  const bytes: number[] = [...new TextEncoder().encode('Kaydara FBX Binary  \0\u001A\0')];
  const whole = (value: number, at = bytes.length) =>
    [0, 8, 16, 24].forEach((shift, i) => (bytes[at + i] = (value >>> shift) & 255));
  const eight = (write: (view: DataView) => void) => {
    const view = new DataView(new ArrayBuffer(8));
    write(view);
    bytes.push(...new Uint8Array(view.buffer));
  };
  const letters = (type: string, content: string) => {
    const encoded = new TextEncoder().encode(content);
    bytes.push(type.charCodeAt(0));
    whole(encoded.length);
    bytes.push(...encoded);
  };
  const putValue = (value: Value61, isKey: boolean) => {
    if (typeof value === 'bigint') {
      bytes.push(0x4c);
      eight((view) => view.setBigInt64(0, value, true));
    } else if (typeof value === 'number') {
      bytes.push(0x49);
      whole(value);
    } else if (typeof value === 'string') {
      if (isKey) bytes.push(0x43, value.charCodeAt(0));
      else letters('S', value);
    } else if ('object' in value) letters('S', `${value.object}\0\u0001Model`);
    else {
      bytes.push(0x44);
      eight((view) => view.setFloat64(0, value.real, true));
    }
  };
  const put = ({ name, values, children }: Record61) => {
    const start = bytes.length;
    [0, values.length, 0].forEach((value) => whole(value));
    bytes.push(name.length, ...new TextEncoder().encode(name));
    const begin = bytes.length;
    for (const value of values) putValue(value, name === 'Key');
    whole(bytes.length - begin, start + 8);
    children.forEach(put);
    if (children.length > 0 || values.length === 0) bytes.push(...Array.from({ length: 13 }, () => 0));
    whole(bytes.length, start);
  };
  whole(6100);
  records61(scene, layout).forEach(put);
  bytes.push(...Array.from({ length: 13 }, () => 0));
  return Uint8Array.from(bytes);
}
