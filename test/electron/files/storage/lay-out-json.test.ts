import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOutJson } from '../../../../electron/files/storage/lay-out-json.ts';

test('every field and item stands on a line of its own, but for numbers and what is named', () => {
  const value = {
    version: 2,
    tags: ['a', 'b'],
    empty: [],
    none: {},
    pose: { root: [0, -0.5, 1e-7], joints: { hips: [0, 0, 0, 1], 'a "b"': [1] } },
    limits: { shin: { kind: 'hinge', axis: [1, 0, 0] } },
    tracks: [{ joint: null, keys: [{ time: 0, value: [1] }] }],
    missing: undefined,
  };
  expect(layOutJson(value, ['limits.*', 'tracks.*.keys.*'])).toBe(`{
  "version": 2,
  "tags": [
    "a",
    "b"
  ],
  "empty": [],
  "none": {},
  "pose": {
    "root": [0,-0.5,1e-7],
    "joints": {
      "hips": [0,0,0,1],
      "a \\"b\\"": [1]
    }
  },
  "limits": {
    "shin": {"kind":"hinge","axis":[1,0,0]}
  },
  "tracks": [
    {
      "joint": null,
      "keys": [
        {"time":0,"value":[1]}
      ]
    }
  ]
}
`);
});

test('whatever is laid out reads back as it was', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const plain = JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
      expect(JSON.parse(layOutJson(plain))).toEqual(plain);
    }),
  );
});
