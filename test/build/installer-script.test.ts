import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { projectFolder } from '../../build/vite-targets.ts';

const compiler = 'makensis';
const hasCompiler = spawnSync(compiler, ['-VERSION']).status === 0;
const base = mkdtempSync(join(tmpdir(), 'limber-nsis-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** An installer of nothing with everything around the macros that electron-builder's has; `after` is put behind their include. */
function compile(after = ''): { readonly status: number | null; readonly output: string } {
  cpSync(join(projectFolder, 'build', 'windows'), join(base, 'windows'), { recursive: true });
  const script = `
!include LogicLib.nsh
!define BUILD_RESOURCES_DIR "${base}"
!define isUpdated '"$1" == "updated"'
Name Limber
OutFile "${join(base, 'limber-trial.exe')}"
InstallDir "$LOCALAPPDATA\\Programs\\limber"
RequestExecutionLevel user
Var appExe
!include "\${BUILD_RESOURCES_DIR}\\windows\\installer.nsh"
${after}
Function .onInit
  !insertmacro customInit
FunctionEnd
Section "install"
  InitPluginsDir
  StrCpy $appExe "$INSTDIR\\Limber.exe"
  WriteUninstaller "$INSTDIR\\Uninstall.exe"
  !insertmacro customInstall
SectionEnd
Section "Uninstall"
  !insertmacro customUnInstall
SectionEnd
`;
  writeFileSync(join(base, 'setup.nsi'), script);
  // As electron-builder calls it: warnings are errors.
  const { status, stdout, stderr } = spawnSync(compiler, ['-WX', '-V2', join(base, 'setup.nsi')], { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

describe.skipIf(!hasCompiler)('the script of the Windows installer', () => {
  test('is compiled without a warning', () => {
    expect(compile()).toEqual({ status: 0, output: '' });
  });

  test('would not be with a word that the compiler does not know', () => {
    expect(compile('!macro limberNothing\n!macroend\nSection x\n  CopyAll $0\nSectionEnd').status).not.toBe(0);
  });
});
