; Offers Limber under "Open with" for kinds of files that other programs may own. It becomes nobody's standard program.
!macro limberOpenWith EXTENSION ID DESCRIPTION ICON
  WriteRegStr SHELL_CONTEXT "Software\Classes\${ID}" "" "${DESCRIPTION}"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${ID}\DefaultIcon" "" "$INSTDIR\resources\icons\${ICON}.ico"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${ID}\shell\open\command" "" '"$appExe" "%1"'
  WriteRegNone SHELL_CONTEXT "Software\Classes\.${EXTENSION}\OpenWithProgids" "${ID}"
!macroend

!macro limberNoOpenWith EXTENSION ID
  DeleteRegKey SHELL_CONTEXT "Software\Classes\${ID}"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.${EXTENSION}\OpenWithProgids" "${ID}"
!macroend

!macro limberOpenWithAll
  !insertmacro limberOpenWith "glb" "Limber.glb" "glTF character" "character"
  !insertmacro limberOpenWith "gltf" "Limber.gltf" "glTF character with files beside it" "character"
  !insertmacro limberOpenWith "vrm" "Limber.vrm" "VRM character" "character"
  !insertmacro limberOpenWith "fbx" "Limber.fbx" "FBX character or motion" "character"
  !insertmacro limberOpenWith "bvh" "Limber.bvh" "BVH motion" "motion"
  System::Call 'shell32.dll::SHChangeNotify(i 0x08000000, i 0, i 0, i 0)'
!macroend

!macro limberNoOpenWithAll
  !insertmacro limberNoOpenWith "glb" "Limber.glb"
  !insertmacro limberNoOpenWith "gltf" "Limber.gltf"
  !insertmacro limberNoOpenWith "vrm" "Limber.vrm"
  !insertmacro limberNoOpenWith "fbx" "Limber.fbx"
  !insertmacro limberNoOpenWith "bvh" "Limber.bvh"
!macroend
