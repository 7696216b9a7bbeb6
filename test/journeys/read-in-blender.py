"""Run inside Blender: prints where the bones of each armature of a GLB file are in some frames, in metres, z up.

blender --background --python read-in-blender.py -- OUT.json RATE FRAME,FRAME… FILE
"""

import json
import sys

import bpy
import numpy

# The reader of Blender 3.4 asks for a name that NumPy 1.24 dropped.
if not hasattr(numpy, "bool"):
    numpy.bool = bool

out, rate, frames, path = sys.argv[sys.argv.index("--") + 1 :]
bpy.ops.wm.read_factory_settings(use_empty=True)
scene = bpy.context.scene
scene.render.fps = int(rate)
bpy.ops.import_scene.gltf(filepath=path)
found = []
for frame in frames.split(","):
    scene.frame_set(int(frame))
    armatures = [each for each in bpy.data.objects if each.type == "ARMATURE"]
    found.append(
        [
            {bone.name: list(each.matrix_world @ bone.head) for bone in each.pose.bones}
            for each in armatures
        ]
    )
with open(out, "w", encoding="utf-8") as file:
    json.dump(found, file)
