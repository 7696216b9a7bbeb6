// `limber doctor`: one page about this machine, and what to do where something is wrong. It needs nothing installed.
import { thisMachine } from '../installing/machine.mjs';
import { projectFolder } from '../running.mjs';
import { examine } from './examine.mjs';
import { thisSystem } from './system.mjs';

const findings = await examine(projectFolder, thisMachine(), await thisSystem(projectFolder));
for (const { name, found, remedy } of findings) {
  console.log(`${remedy === null ? '✓' : '!'} ${name.padEnd(13)} ${found}`);
  if (remedy !== null) console.log(`  ${''.padEnd(13)} → ${remedy}`);
}
const problems = findings.filter(({ remedy }) => remedy !== null).length;
console.log(problems === 0 ? '\nNothing is wrong.' : `\n${problems} of ${findings.length} want attention.`);
process.exitCode = problems === 0 ? 0 : 1;
