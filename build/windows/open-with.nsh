; Offers Limber under "Open with" for kinds of files that other programs may own. It becomes nobody's standard program.
!macro limberOpenWith EXTENSION ID DESCRIPTION
  WriteRegStr SHELL_CONTEXT "Software\Classes\${ID}" "" "${DESCRIPTION}"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${ID}\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${ID}\shell\open\command" "" '"$appExe" "%1"'
  WriteRegNone SHELL_CONTEXT "Software\Classes\.${EXTENSION}\OpenWithProgids" "${ID}"
!macroend

!macro limberNoOpenWith EXTENSION ID
  DeleteRegKey SHELL_CONTEXT "Software\Classes\${ID}"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.${EXTENSION}\OpenWithProgids" "${ID}"
!macroend

!macro customInstall
  !insertmacro limberOpenWith "glb" "Limber.glb" "glTF character"
  !insertmacro limberOpenWith "gltf" "Limber.gltf" "glTF character with files beside it"
  !insertmacro limberOpenWith "vrm" "Limber.vrm" "VRM character"
  !insertmacro limberOpenWith "fbx" "Limber.fbx" "FBX character or motion"
  !insertmacro limberOpenWith "bvh" "Limber.bvh" "BVH motion"
  System::Call 'shell32.dll::SHChangeNotify(i 0x08000000, i 0, i 0, i 0)'
!macroend

!macro customUnInstall
  !insertmacro limberNoOpenWith "glb" "Limber.glb"
  !insertmacro limberNoOpenWith "gltf" "Limber.gltf"
  !insertmacro limberNoOpenWith "vrm" "Limber.vrm"
  !insertmacro limberNoOpenWith "fbx" "Limber.fbx"
  !insertmacro limberNoOpenWith "bvh" "Limber.bvh"
!macroend
