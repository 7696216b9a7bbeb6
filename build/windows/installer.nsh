; What electron-builder's installer is told beyond its configuration.
!include "${BUILD_RESOURCES_DIR}\windows\open-with.nsh"
!include "${BUILD_RESOURCES_DIR}\windows\keep-previous.nsh"

!macro customInit
  ${If} ${isUpdated}
    !insertmacro limberKeepPrevious
  ${EndIf}
!macroend

!macro customInstall
  !insertmacro limberOpenWithAll
  !insertmacro limberTryNew "$appExe"
!macroend

!macro customUnInstall
  !insertmacro limberNoOpenWithAll
  ${IfNot} ${isUpdated}
    RMDir /r "${LIMBER_PREVIOUS}"
  ${EndIf}
!macroend
