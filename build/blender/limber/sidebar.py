"""What the 3D view's sidebar offers."""

import json
import tempfile
from pathlib import Path

import bpy
from bpy.props import BoolProperty, StringProperty
from bpy_extras.io_utils import ImportHelper

from .bring import bring
from .export import armature_of, export
from .glb import Glb, clips_in
from .problem import Problem, told
from .program import Beside, Run, program_of

# A program that ends within so many seconds of its start did not open a window.
STARTING_SECONDS = 5.0


class LIMBER_OT_send(Beside, bpy.types.Operator):
    """Open the active armature, with its meshes and actions, in Limber"""

    bl_idname = "limber.send"
    bl_label = "Send to Limber"

    def execute(self, context):
        with told(self):
            armature, program = armature_of(context), program_of(context)
            folder = bpy.utils.user_resource("DATAFILES", path="limber", create=True)
            path = Path(folder) / f"{bpy.path.clean_name(armature.name)}.glb"
            export(context, armature, path, with_actions=True)
            run = Run(program, [str(path)], tempfile.mkdtemp(prefix="limber-"))
            return self.begin(context, run, "Limber opens", STARTING_SECONDS)
        return {"CANCELLED"}

    def finish(self, context):
        self.run.check(0, None)


class LIMBER_OT_bring_back(bpy.types.Operator, ImportHelper):
    """Make the clips of a GLB that Limber exported actions of the active armature"""

    bl_idname = "limber.bring_back"
    bl_label = "Bring Clips Back"
    bl_options = {"REGISTER", "UNDO"}

    filename_ext = ".glb"
    filter_glob: StringProperty(default="*.glb", options={"HIDDEN"})
    clip: StringProperty(name="Clip", description="Name of the one clip to bring back; nothing: all that Limber wrote")

    def execute(self, context):
        with told(self):
            bring_all(self, context, armature_of(context), self.filepath, self.clip)
            return {"FINISHED"}
        return {"CANCELLED"}


class LIMBER_OT_retarget(Beside, bpy.types.Operator, ImportHelper):
    """Bring a motion onto the active armature: GLB, VRM, VRMA, FBX, BVH, SMPL or landmarks"""

    bl_idname = "limber.retarget"
    bl_label = "Retarget a Motion"
    bl_options = {"UNDO"}

    filter_glob: StringProperty(default="*.glb;*.gltf;*.vrm;*.vrma;*.fbx;*.bvh;*.npz;*.json", options={"HIDDEN"})
    clip: StringProperty(name="Clip", description="Which clip of the file; nothing: the first")
    feet: BoolProperty(name="Hold feet", description="Keep planted feet on the floor", default=True)
    hands: BoolProperty(name="Hold hands", description="Keep hands where the source touches something", default=True)
    limits: BoolProperty(name="Keep limits", description="Keep every joint inside its limits", default=False)

    def execute(self, context):
        with told(self):
            armature, program = armature_of(context), program_of(context)
            folder = Path(tempfile.mkdtemp(prefix="limber-"))
            character, self.moved = folder / "character.glb", str(folder / "moved.glb")
            export(context, armature, character, with_actions=False)
            switches = [*(["--limits"] if self.limits else [])]
            switches += [f"--no-{name}" for name in ("feet", "hands") if not getattr(self, name)]
            switches += ["--clip", self.clip] if self.clip else []
            parameters = ["retarget", self.filepath, "--onto", str(character), "--out", self.moved, "--json", *switches]
            self.armature = armature.name
            return self.begin(context, Run(program, parameters, folder), f"Limber retargets {Path(self.filepath).name}")
        return {"CANCELLED"}

    def finish(self, context):
        # 3: written, but something should be looked at.
        self.run.check(0, 3)
        armature = context.scene.objects.get(self.armature)
        if armature is None:
            raise Problem(f'"{self.armature}" is gone: nothing was brought back.')
        bring_all(self, context, armature, self.moved, "")
        for each in json.loads(self.run.printed(self.run.output)).get("broken", []):
            self.report({"WARNING"}, f'Look at this: {each["sentence"]}')


def bring_all(operator, context, armature, path, name):
    """Brings the clips of a file onto an armature, and tells of each."""
    for clip in clips_in(Glb(path), name):
        notes = bring(context, armature, clip)
        operator.report({"INFO"}, f'"{clip.name}" is an action of "{armature.name}".')
        for note in notes:
            operator.report({"WARNING"}, note)


class LIMBER_PT_sidebar(bpy.types.Panel):
    bl_label = "Limber"
    bl_idname = "LIMBER_PT_sidebar"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Limber"

    def draw(self, context):
        column = self.layout.column()
        column.operator(LIMBER_OT_send.bl_idname, icon="EXPORT")
        column.operator(LIMBER_OT_bring_back.bl_idname, text="Bring Clips Back…", icon="IMPORT")
        column.operator(LIMBER_OT_retarget.bl_idname, text="Retarget a Motion…", icon="ARMATURE_DATA")
