"""Run inside Blender: installs the add-on, makes a man, sends him, brings motion onto him, and prints where his bones stand, in metres, z up.

blender --background --python drive_addon.py -- ADDON.zip FOLDER LIMBER MOTION.bvh FRAMES RATE RIG.glb
"""

import json
import math
import random
import subprocess
import sys
from pathlib import Path

import bpy
import numpy
from mathutils import Euler, Matrix, Quaternion, Vector

archive, folder, limber, motion, frames, rate, rig = sys.argv[sys.argv.index("--") + 1 :]
folder, frames, rate = Path(folder), int(frames), float(rate)

# Name, parent, head and tail in centimetres; he looks along -Y, as people do in Blender.
BONES = [
    ("hips", None, (0, 0, 95), (0, 0, 105)),
    ("spine", "hips", (0, 0, 105), (0, 1, 120)),
    ("chest", "spine", (0, 1, 120), (0, 0, 145)),
    ("neck", "chest", (0, 0, 145), (0, -1, 153)),
    ("head", "neck", (0, -1, 153), (0, -1, 172)),
]
for side, x in (("L", 1), ("R", -1)):
    BONES += [
        (f"shoulder.{side}", "chest", (2 * x, 0, 142), (15 * x, 1, 142)),
        (f"upper_arm.{side}", f"shoulder.{side}", (15 * x, 1, 142), (38 * x, 2, 128)),
        (f"forearm.{side}", f"upper_arm.{side}", (38 * x, 2, 128), (59 * x, -1, 114)),
        (f"hand.{side}", f"forearm.{side}", (59 * x, -1, 114), (69 * x, -3, 107)),
        (f"thigh.{side}", "hips", (9 * x, 0, 92), (9.5 * x, -1, 50)),
        (f"shin.{side}", f"thigh.{side}", (9.5 * x, -1, 50), (10 * x, 2, 9)),
        (f"foot.{side}", f"shin.{side}", (10 * x, 2, 9), (11 * x, -12, 2)),
        (f"toe.{side}", f"foot.{side}", (11 * x, -12, 2), (11 * x, -19, 2)),
    ]


def make_man(scene):
    """An armature in centimetres on an object scaled to metres, with rolls, modes and settings of all kinds, a mesh and an action."""
    dice = random.Random(5)
    armature = bpy.data.objects.new("Man", bpy.data.armatures.new("Man"))
    scene.collection.objects.link(armature)
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    made = {}
    for name, parent, head, tail in BONES:
        bone = made[name] = armature.data.edit_bones.new(name)
        bone.head, bone.tail, bone.roll = head, tail, dice.uniform(-3, 3)
        bone.parent = made.get(parent)
    bpy.ops.object.mode_set(mode="OBJECT")
    armature.scale = (0.01, 0.01, 0.01)
    armature.location = (0.4, -0.7, 0)
    armature.pose.bones["spine"].rotation_mode = "XYZ"
    armature.pose.bones["thigh.L"].rotation_mode = "ZYX"
    armature.pose.bones["shin.R"].rotation_mode = "AXIS_ANGLE"
    armature.data.bones["hand.R"].use_inherit_rotation = False

    corners, faces, groups = [], [], {}
    for bone in armature.data.bones:
        start = len(corners)
        groups[bone.name] = range(start, start + 6)
        across = [bone.matrix_local.to_3x3() @ Vector(axis) for axis in ((3, 0, 0), (0, 0, 3))]
        middle = (bone.head_local + bone.tail_local) / 2
        corners += [bone.head_local, *(middle + sign * axis for sign in (1, -1) for axis in across), bone.tail_local]
        faces += [(start + end, start + 1 + k, start + 1 + (k + 1) % 4) for end in (0, 5) for k in range(4)]
    mesh = bpy.data.meshes.new("Body")
    mesh.from_pydata(corners, [], faces)
    body = bpy.data.objects.new("Body", mesh)
    scene.collection.objects.link(body)
    body.parent = armature
    for name, vertices in groups.items():
        body.vertex_groups.new(name=name).add(list(vertices), 1, "REPLACE")
    body.modifiers.new("Armature", "ARMATURE").object = armature

    armature.animation_data_create().action = bpy.data.actions.new("Wave")
    arm = armature.pose.bones["upper_arm.L"]
    for frame, angle in ((1, 0.3), (7, 1.2), (13, 0.6)):
        arm.rotation_quaternion = Quaternion((1, 0, 0), angle)
        arm.keyframe_insert("rotation_quaternion", frame=frame)
    return armature, body


def states(armature, times, place=None):
    """Where the bones stand at times of a clip that begins with the scene: as if the armature stood at `place`."""
    scene = bpy.context.scene
    found = []
    for time in times:
        frame = scene.frame_start + time * scene.render.fps
        scene.frame_set(math.floor(frame + 1e-6), subframe=max(0, frame - math.floor(frame + 1e-6)))
        world = armature.matrix_world if place is None else place
        found.append({bone.name: list(world @ bone.head) for bone in armature.pose.bones})
    return found


def error_of(run):
    """What Blender tells where it refuses."""
    try:
        run()
    except RuntimeError as error:
        return str(error).strip()
    return "nothing"


bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.preferences.addon_install(filepath=archive)
bpy.ops.preferences.addon_enable(module="limber")
preferences = bpy.context.preferences.addons["limber"].preferences
scene = bpy.context.scene
out = {"nobody": error_of(bpy.ops.limber.send)}

man, body = make_man(scene)
bpy.context.view_layer.update()
place = man.matrix_world.copy()
out["rest"] = {bone.name: list(place @ bone.head_local) for bone in man.data.bones}
out["wave"] = states(man, [frame / scene.render.fps for frame in range(13)])

# Sent from the mesh, in the middle of weight painting: what was chosen stays chosen, in its mode.
bpy.context.view_layer.objects.active = body
body.select_set(True)
out["missing"] = error_of(bpy.ops.limber.send)
preferences.program = str(folder / "copy-what-is-opened")
scene.frame_set(5)
bpy.ops.limber.send()
out["kept"] = {
    "active": bpy.context.object.name,
    "chosen": [each.name for each in bpy.context.selected_objects],
    "turned": abs(man.pose.bones["upper_arm.L"].rotation_quaternion.angle) > 0.3,
}

preferences.program = limber
out["garbage"] = error_of(lambda: bpy.ops.limber.retarget(filepath=str(folder / "garbage.bvh")))
bpy.ops.limber.retarget(filepath=motion, feet=False)
times = [frame / rate for frame in range(frames)]
out["retargeted"] = {"action": man.animation_data.action.name, "states": states(man, times)}

# Brought back after the man was moved: the clip goes where he is.
sent = str(folder / "sent.glb")
written = str(folder / "written.glb")


def retarget(character, out):
    subprocess.run([limber, "retarget", motion, "--onto", character, "--out", out, "--no-feet"], stdout=subprocess.DEVNULL)


retarget(sent, written)
man.matrix_world = Matrix.Translation((3, 1, 2)) @ Euler((0.2, 0.1, 2)).to_matrix().to_4x4() @ place
bpy.context.view_layer.objects.active = man
bpy.ops.object.mode_set(mode="POSE")
man.pose.bones["hand.L"].location = (4, 0, 0)  # Left over from what was done before.
bpy.ops.limber.bring_back(filepath=written)
out["back"] = {
    "action": man.animation_data.action.name,
    "mode": man.mode,
    "states": states(man, times, place),
    "end": scene.frame_end,
}
out["markers"] = sorted((marker.frame, marker.name) for marker in man.animation_data.action.pose_markers)
out["unknown"] = error_of(lambda: bpy.ops.limber.bring_back(filepath=written, clip="Dance"))
man.data.bones["head"].id_data.transform(Matrix.Diagonal((1, 1, 1.3, 1)))
out["otherRest"] = error_of(lambda: bpy.ops.limber.bring_back(filepath=written))

# The same file by Blender's own import, which counts frames from 0.
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.context.scene.frame_start = 0
numpy.bool = bool  # Debian's Blender 3.4 asks its newer numpy for a name that is gone.
bpy.ops.import_scene.gltf(filepath=written)
man = bpy.data.objects["Man"]
man.animation_data.action = next(action for action in bpy.data.actions if action.name.startswith("walk"))
out["imported"] = states(man, times)

# A character that came by Blender's own import, which rests as its skin was bound, in another size.
if rig:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.preferences.addon_enable(module="limber")
    bpy.ops.import_scene.gltf(filepath=rig)
    armature = next(each for each in bpy.data.objects if each.type == "ARMATURE")
    bpy.context.view_layer.objects.active = armature
    retarget(rig, str(folder / "bound.glb"))
    bpy.ops.limber.bring_back(filepath=str(folder / "bound.glb"))
    out["bound"] = states(armature, times)

(folder / "out.json").write_text(json.dumps(out), encoding="utf-8")
