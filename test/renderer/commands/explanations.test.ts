import { expect, test } from 'vitest';
import { COMMANDS } from '../../../renderer/commands/commands.ts';
import { EXPLANATIONS } from '../../../renderer/commands/explanations.ts';

test('what is said over a button is one short sentence that says more than the name of its command', () => {
  const labels = new Map(COMMANDS.map(({ id, label }) => [id, label]));
  for (const [id, sentence] of Object.entries(EXPLANATIONS)) {
    expect(sentence).toMatch(/^[A-Z].{10,99}\.$/);
    expect(labels.get(id), id).toBeDefined();
    expect(sentence.toLowerCase(), id).not.toBe(`${labels.get(id)!.toLowerCase()}.`);
  }
});
