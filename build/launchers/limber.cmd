@echo off
rem The command "limber" of an installed program, in resources\bin: with one of these words it is the command line; with a file, or
rem nothing, it opens the studio.
for %%c in (inspect solve retarget bake convert lint render library batch run mcp vmc help -h --help -V --version) do if "%~1"=="%%c" goto command
start "" "%~dp0..\..\Limber.exe" %*
exit /b 0
:command
"%~dp0..\..\Limber.exe" --cli %*
exit /b %errorlevel%
