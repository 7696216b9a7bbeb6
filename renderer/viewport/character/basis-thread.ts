// The thread that decodes KTX2 pictures: see `basis-pictures.ts`. It is a classic one, as the decoder comes by `importScripts`, and imports nothing for that reason.

/** What the thread is asked: where the decoder is, and the bytes of a picture. */
interface BasisRequest {
  readonly script: string;
  readonly binary: string;
  readonly bytes: Uint8Array;
}

interface BasisFile {
  isValid(): boolean;
  getLevels(): number;
  getImageLevelInfo(level: number, layer: number, face: number): { readonly origWidth: number; readonly origHeight: number };
  startTranscoding(): boolean;
  transcodeImage(into: Uint8Array, level: number, layer: number, face: number, format: number, ...more: number[]): boolean;
  close(): void;
  delete(): void;
}

interface BasisDecoder {
  readonly KTX2File: new (bytes: Uint8Array) => BasisFile;
  initializeBasis(): void;
}

interface BasisScope {
  readonly importScripts: (address: string) => void;
  readonly BASIS: (options: { readonly wasmBinary: ArrayBuffer }) => Promise<BasisDecoder>;
  Function: unknown;
}

/** Format of four bytes a pixel, in the decoder's numbers. */
const RGBA = 13;
/** Pixels along the longest side: a picture that holds smaller copies of itself is not drawn larger. */
const LONGEST_SIDE = 4096;
/** The same of one without such copies: every graphics card draws so many. */
const MOST_DRAWN = 8192;

const basisScope = self as unknown as BasisScope;
let decoder: Promise<BasisDecoder> | null = null;

addEventListener('message', ({ data }: MessageEvent<BasisRequest>) => {
  decoder ??= loadDecoder(data);
  decoder
    .then((loaded) => decodePicture(loaded, data.bytes))
    .then(
      (picture) =>
        (postMessage as (message: unknown, transfer: Transferable[]) => void)(picture, [picture.buffer as ArrayBuffer]),
      () => postMessage(null),
    );
});

async function loadDecoder({ script, binary }: BasisRequest): Promise<BasisDecoder> {
  const response = await fetch(binary);
  const wasmBinary = await response.arrayBuffer();
  bindWithoutText();
  basisScope.importScripts(script);
  const loaded = await basisScope.BASIS({ wasmBinary });
  loaded.initializeBasis();
  return loaded;
}

/** Width and height in pixels, then the pixels, four bytes each, the first row first. */
function decodePicture({ KTX2File }: BasisDecoder, bytes: Uint8Array): Uint8Array {
  const file = new KTX2File(bytes);
  try {
    if (!file.isValid() || !file.startTranscoding()) throw new Error('no Basis Universal picture');
    const levels = Array.from({ length: file.getLevels() }, (_, level) => file.getImageLevelInfo(level, 0, 0));
    const small = levels.findIndex(({ origWidth, origHeight }) => Math.max(origWidth, origHeight) <= LONGEST_SIDE);
    const level = small === -1 ? levels.length - 1 : small;
    const { origWidth: width, origHeight: height } = levels[level]!;
    if (Math.max(width, height) > MOST_DRAWN) throw new Error('the picture is too large');
    const picture = new Uint8Array(8 + 4 * width * height);
    new Uint32Array(picture.buffer, 0, 2).set([width, height]);
    if (!file.transcodeImage(picture.subarray(8), level, 0, 0, RGBA, 0, -1, -1)) throw new Error('the picture is damaged');
    return picture;
  } finally {
    file.close();
    file.delete();
  }
}

type Value = (...given: unknown[]) => unknown;
interface WireType {
  readonly toWireType: (destructors: unknown[] | null, value: unknown) => unknown;
  readonly fromWireType: (value: unknown) => unknown;
  readonly readValueFromPointer: (at: number) => unknown;
  readonly argPackAdvance: number;
}

/**
 * The decoder's binding of WebAssembly (Emscripten's) writes a function as text for each function that it binds. The program allows no such thing, so
 * what the texts say is done here: each is told from the names that it asks for.
 */
function bindWithoutText(): void {
  const original = Function;
  const stand = (...texts: string[]): ((...values: unknown[]) => Value) => {
    const body = texts.pop()!;
    return (...values) => {
      const named = new Map(texts.map((name, i) => [name, values[i]]));
      const types = texts.flatMap((name, i) => (/^argType\d+$/.test(name) ? [values[i] as WireType] : []));
      return named.has('invoker') ? boundFunction(named, types, body) : boundMethod(named, types, body);
    };
  };
  stand.prototype = original.prototype;
  basisScope.Function = stand;
}

/** Calls from here into WebAssembly. */
function boundFunction(named: ReadonlyMap<string, unknown>, types: readonly WireType[], body: string): Value {
  const owner = body.includes('var thisWired') ? (named.get('classParam') as WireType) : null;
  const result = body.includes('return ret;') ? (named.get('retType') as WireType) : null;
  return function (this: unknown, ...given) {
    const destructors: unknown[] | null = body.includes('var destructors') ? [] : null;
    const wired = types.map((type, i) => type.toWireType(destructors, given[i]));
    const all = owner ? [owner.toWireType(destructors, this), ...wired] : wired;
    const answer = (named.get('invoker') as Value)(named.get('fn'), ...all);
    if (destructors) (named.get('runDestructors') as Value)(destructors);
    wired.forEach((value, i) => (named.get(`arg${i}Wired_dtor`) as Value | undefined)?.(value));
    return result?.fromWireType(answer);
  };
}

/** Calls from WebAssembly to here, with what lies at an address. */
function boundMethod(named: ReadonlyMap<string, unknown>, types: readonly WireType[], body: string): Value {
  const result = named.get('emval_returnValue') as Value | undefined;
  return (object, method, destructors, address) => {
    let at = address as number;
    const given = types.map((type) => {
      const value = type.readValueFromPointer(at);
      at += type.argPackAdvance;
      return value;
    });
    const answer = body.includes('new func(')
      ? Reflect.construct(method as Value, given)
      : Reflect.apply(method as Value, object, given);
    return result?.(named.get('retType'), destructors, answer);
  };
}
