; An update keeps the present program until the new one has shown a character in its window on this machine. An update that was cut off,
; wherever it was, is undone when the user signs in again, by a command that Windows runs once: it is there only from when the copy is
; complete until the new program works. The exclamation mark keeps it until it has run to its end.
!define LIMBER_PREVIOUS "$LOCALAPPDATA\limber-previous"
!define LIMBER_RUN_ONCE "Software\Microsoft\Windows\CurrentVersion\RunOnce"
!define LIMBER_RESTORE "!LimberPrevious"

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
    WriteRegStr HKCU "${LIMBER_RUN_ONCE}" "${LIMBER_RESTORE}" 'cmd.exe /d /c if exist "${LIMBER_PREVIOUS}\Limber.exe" (rmdir /s /q "$INSTDIR" & xcopy "${LIMBER_PREVIOUS}" "$INSTDIR" /e /i /q /y)'
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
    ; In this order: a copy that is half gone must not come back.
    DeleteRegValue HKCU "${LIMBER_RUN_ONCE}" "${LIMBER_RESTORE}"
    RMDir /r "${LIMBER_PREVIOUS}"
  ${EndIf}
!macroend
