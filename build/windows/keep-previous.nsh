; An update keeps the present program until the new one has shown a character in its window on this machine. An update that was cut off is
; undone when the user signs in again, by a command that Windows runs once.
!define LIMBER_PREVIOUS "$LOCALAPPDATA\limber-previous"
!define LIMBER_RUN_ONCE "Software\Microsoft\Windows\CurrentVersion\RunOnce"

; Before anything is removed. Without room for a copy there is no update.
!macro limberKeepPrevious
  ${If} ${FileExists} "$INSTDIR\Limber.exe"
    RMDir /r "${LIMBER_PREVIOUS}"
    CreateDirectory "${LIMBER_PREVIOUS}"
    ClearErrors
    CopyFiles /SILENT "$INSTDIR\*.*" "${LIMBER_PREVIOUS}"
    ${If} ${Errors}
      RMDir /r "${LIMBER_PREVIOUS}"
      SetErrorLevel 5
      Quit
    ${EndIf}
    WriteRegStr HKCU "${LIMBER_RUN_ONCE}" "LimberPrevious" 'cmd.exe /d /c if not exist "$INSTDIR\Limber.exe" xcopy "${LIMBER_PREVIOUS}" "$INSTDIR" /e /i /q /y'
  ${EndIf}
!macroend

; Once the new program is in its place: it stays when it works, and otherwise the previous one comes back.
!macro limberTryNew PROGRAM
  ${If} ${FileExists} "${LIMBER_PREVIOUS}\Limber.exe"
    StrCpy $0 1
    ClearErrors
    ExecWait '"${PROGRAM}" --smoke-test "--user-data-dir=$PLUGINSDIR\trial"' $0
    ${If} ${Errors}
    ${OrIf} $0 != 0
      RMDir /r "$INSTDIR"
      CreateDirectory "$INSTDIR"
      CopyFiles /SILENT "${LIMBER_PREVIOUS}\*.*" "$INSTDIR"
      SetErrorLevel 6
    ${EndIf}
    RMDir /r "${LIMBER_PREVIOUS}"
    DeleteRegValue HKCU "${LIMBER_RUN_ONCE}" "LimberPrevious"
  ${EndIf}
!macroend
