#!/usr/bin/env node
// The command `limber`: `npx limber hero.glb` opens the studio, `npx limber inspect hero.glb` and the like are the command line.
// Like run.mjs it is read by every Node, however old.
async function main() {
  const { refuseNode } = await import('./installing/node-version.mjs');
  const refusal = refuseNode(process.versions.node);
  if (refusal !== null) throw new Error(refusal);
  const { runLimber } = await import('./running.mjs');
  await runLimber(process.argv.slice(2));
}

main().catch(function (error) {
  console.error(error.message);
  process.exitCode = 1;
});
