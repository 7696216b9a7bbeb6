"""Limber in Blender: sends an armature to Limber, and brings clips back as actions of it.

It stands in the 3D view's sidebar (N), under "Limber", and talks to nothing but the program `limber` of this machine.
"""

import bpy
from bpy.props import StringProperty

from .sidebar import LIMBER_OT_bring_back, LIMBER_OT_retarget, LIMBER_OT_send, LIMBER_PT_sidebar

bl_info = {
    "name": "Limber",
    "author": "The Limber developers",
    "version": (0, 1, 0),
    "blender": (3, 4, 0),
    "location": "3D View > Sidebar > Limber",
    "description": "Poses armatures in Limber, retargets motion onto them, and brings clips back as actions",
    "category": "Animation",
}


class LimberPreferences(bpy.types.AddonPreferences):
    bl_idname = __package__

    program: StringProperty(
        name="Program",
        description="Path of the command limber; nothing: the one on the PATH, or where installers put it",
        subtype="FILE_PATH",
    )

    def draw(self, context):
        self.layout.prop(self, "program")


CLASSES = (LimberPreferences, LIMBER_OT_send, LIMBER_OT_bring_back, LIMBER_OT_retarget, LIMBER_PT_sidebar)


def register():
    for each in CLASSES:
        bpy.utils.register_class(each)


def unregister():
    for each in reversed(CLASSES):
        bpy.utils.unregister_class(each)
