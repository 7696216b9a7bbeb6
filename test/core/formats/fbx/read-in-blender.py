"""Run inside Blender: prints where the bones of FBX files stand in some frames after the first, in metres, z up.

blender --background --python read-in-blender.py -- OUT.json FRAME,FRAME… FILE…
"""

import json
import sys

import bpy


def states(path, frames):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.fbx(filepath=path)
    scene = bpy.context.scene
    armature = next(each for each in bpy.data.objects if each.type == "ARMATURE")
    first = armature.animation_data.action.frame_range[0]
    found = []
    for frame in frames:
        scene.frame_set(round(first) + frame)
        bones = {}
        for bone in armature.pose.bones:
            world = armature.matrix_world @ bone.matrix
            turn = world.to_quaternion()
            bones[bone.name] = [*world.to_translation(), turn.x, turn.y, turn.z, turn.w]
        found.append(bones)
    return {"rate": scene.render.fps / scene.render.fps_base, "frames": found}


out, frames, *files = sys.argv[sys.argv.index("--") + 1 :]
with open(out, "w", encoding="utf-8") as file:
    json.dump([states(path, [int(frame) for frame in frames.split(",")]) for path in files], file)
