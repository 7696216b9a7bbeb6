// Runs one of this folder's scripts on a bare machine: `node build/scripts/run.mjs start hero.glb`.
// It is read by every Node, however old, and says so where that one is too old: it has no imports and no new syntax.
async function main() {
  const { refuseNode } = await import('./installing/node-version.mjs');
  const refusal = refuseNode(process.versions.node);
  if (refusal !== null) throw new Error(refusal);
  const { runScript } = await import('./running.mjs');
  await runScript(process.argv[2] || '', process.argv.slice(3));
}

main().catch(function (error) {
  console.error(error.message);
  process.exitCode = 1;
});
