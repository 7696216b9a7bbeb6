"""Makes a clip of a GLB file an action of an armature."""

import bpy
import numpy
from mathutils import Matrix, Vector

from .problem import Problem

# Share of a skeleton's extent by which rest poses may differ that are one: numbers in files have 32 bits.
SAME_REST = 1e-3
# Difference of values that are one: what does not change needs a single key.
SAME_VALUE = 1e-6


def fit(own, other):
    """The turn, size and place that take points onto others, and the largest distance that is left, as a share of their extent."""
    a, b = numpy.array(own, dtype=float), numpy.array(other, dtype=float)
    middle_a, middle_b = a.mean(axis=0), b.mean(axis=0)
    a, b = a - middle_a, b - middle_b
    # Kabsch: with A^T B = U S V^T the turn is V diag(1, 1, d) U^T, and the size is sum(S) / |A|^2.
    u, s, vt = numpy.linalg.svd(a.T @ b)
    if s[1] <= 1e-9 * max(s[0], 1e-30):
        raise Problem("The armature's bones lie on one line, so that nothing shows how it stands in the clip's file.")
    sign = numpy.sign(numpy.linalg.det(vt.T @ u.T))
    turn = vt.T @ numpy.diag([1, 1, sign]) @ u.T
    size = (s[0] + s[1] + sign * s[2]) / (a**2).sum()
    linear = size * turn
    left = numpy.linalg.norm(a @ linear.T - b, axis=1).max() / max(numpy.ptp(b, axis=0).max(), 1e-30)
    matrix = Matrix(linear.tolist()).to_4x4()
    matrix.translation = Vector(middle_b - linear @ middle_a)
    return matrix, left


def rest_in_file(armature, clip, nodes):
    """World matrices of the file's joints where the armature rests, and the matrix from the armature's space to that of the file."""
    bones = armature.data.bones
    heads = [bones[name].head_local for name in nodes]
    for rest in clip.glb.rests(nodes.values()):
        to_file, left = fit(heads, [rest[node].translation for node in nodes.values()])
        if left < SAME_REST:
            return rest, to_file
    raise Problem(
        f'"{armature.name}" and the character of the file rest in different poses: '
        "send this armature to Limber, and bring back what was made on it."
    )


def posed(armature, clip, nodes, rest, to_file, at):
    """The matrix of each pose bone in its own frame (`matrix_basis`) at a time of the clip."""
    from_file = to_file.inverted()
    worlds = clip.worlds(nodes.values(), at)
    poses, bases = {}, {}
    for bone in armature.data.bones:  # Parents come before their children.
        parent = bone.parent
        above = {} if parent is None else {"parent_matrix": poses[parent.name], "parent_matrix_local": parent.matrix_local}
        node = nodes.get(bone.name)
        if node is None:
            bases[bone.name] = Matrix()
            poses[bone.name] = bone.convert_local_to_pose(Matrix(), bone.matrix_local, **above)
        else:
            # How the joint moved since rest does not depend on the axes that it has in the file.
            moved = worlds[node] @ rest[node].inverted()
            poses[bone.name] = from_file @ moved @ to_file @ bone.matrix_local
            bases[bone.name] = bone.convert_local_to_pose(poses[bone.name], bone.matrix_local, invert=True, **above)
    return bases


def rotations_of(bone, quaternions):
    """The property that turns a pose bone in its own mode, and its values."""
    if bone.rotation_mode == "QUATERNION":
        return "rotation_quaternion", quaternions
    if bone.rotation_mode == "AXIS_ANGLE":
        turns = [quaternion.to_axis_angle() for quaternion in quaternions]
        return "rotation_axis_angle", [(angle, *axis) for axis, angle in turns]
    eulers = []
    for quaternion in quaternions:
        eulers.append(quaternion.to_euler(bone.rotation_mode, *eulers[-1:]))
    return "rotation_euler", eulers


def curves_of(armature):
    """The curves of the armature's action. Since Blender 5.0 each slot has its own."""
    data = armature.animation_data
    if hasattr(data.action, "fcurves"):
        return data.action.fcurves
    from bpy_extras.anim_utils import action_get_channelbag_for_slot

    return action_get_channelbag_for_slot(data.action, data.action_slot).fcurves


def write_keys(armature, keyed, frames):
    """Keys of pose bones, by bone and property: a single one of what does not change."""
    for (name, path), values in keyed.items():
        bone = armature.pose.bones[name]
        setattr(bone, path, values[0])
        # Blender makes the curve, in the slot and the group where it belongs; the rest is filled in at once.
        bone.keyframe_insert(path, frame=frames[0], group=name)
    linear = bpy.types.Keyframe.bl_rna.properties["interpolation"].enum_items["LINEAR"].value
    paths = {armature.pose.bones[name].path_from_id(path): values for (name, path), values in keyed.items()}
    for curve in curves_of(armature):
        values = [value[curve.array_index] for value in paths[curve.data_path]]
        if any(abs(value - values[0]) > SAME_VALUE for value in values):
            points = curve.keyframe_points
            points.add(len(frames) - 1)
            points.foreach_set("co", [number for point in zip(frames, values) for number in point])
            points.foreach_set("interpolation", [linear] * len(frames))
            curve.update()


def write_markers(action, clip, frame_of):
    """Contacts and markers of the clip as markers of the action, which the dope sheet shows."""
    moments = [(each["time"], each["name"]) for each in clip.told.get("markers", [])]
    for each in clip.told.get("contacts", []):
        moments += [(each["from"], f'{each["part"]} on'), (each["to"], f'{each["part"]} off')]
    for at, name in sorted(moments):
        action.pose_markers.new(name).frame = round(frame_of(at))


def bring(context, armature, clip):
    """Makes a clip an action of the armature, from the scene's first frame on, and gives sentences about what the animator should know."""
    scene = context.scene
    rate = scene.render.fps / scene.render.fps_base
    by_name = clip.glb.joints_by_name()
    nodes = {bone.name: by_name[bone.name] for bone in armature.data.bones if bone.name in by_name}
    if len(nodes) < 3:
        raise Problem(f'The file holds no joints with the names of the bones of "{armature.name}".')
    if not clip.times:
        raise Problem(f'"{clip.name}" moves no joint.')
    rest, to_file = rest_in_file(armature, clip, nodes)

    def frame_of(at):
        return scene.frame_start + at * rate

    manager = context.window_manager
    manager.progress_begin(0, len(clip.times))
    bases = []
    for i, at in enumerate(clip.times):
        bases.append(posed(armature, clip, nodes, rest, to_file, at))
        manager.progress_update(i)
    manager.progress_end()

    keyed = {}
    for name in nodes:
        locations, quaternions, scales = zip(*(basis[name].decompose() for basis in bases))
        for before, after in zip(quaternions, quaternions[1:]):
            after.make_compatible(before)
        path, turns = rotations_of(armature.pose.bones[name], quaternions)
        keyed.update({(name, path): turns, (name, "location"): locations, (name, "scale"): scales})

    action = bpy.data.actions.new(clip.name)
    # An action that nothing plays would be gone with the next start.
    action.use_fake_user = True
    armature.animation_data_create().action = action
    write_keys(armature, keyed, [frame_of(at) for at in clip.times])
    write_markers(action, clip, frame_of)
    scene.frame_end = max(scene.frame_end, round(frame_of(clip.times[-1])))
    scene.frame_set(scene.frame_current)
    return notes_on(armature, clip, nodes, rate)


def notes_on(armature, clip, nodes, rate):
    notes = []
    fps = clip.told.get("fps")
    if fps and abs(fps - rate) > 1e-3:
        notes.append(f'"{clip.name}" has {fps:g} frames a second and the scene {rate:g}: keys stand between frames.')
    held = [bone.name for bone in armature.pose.bones if any(not each.mute for each in bone.constraints)]
    if held:
        notes.append(f"Constraints hold {len(held)} bones, {held[0]} first: mute them to see the clip as it was made.")
    others = {clip.glb.nodes[node].get("name", "") for node, _ in clip.channels if node not in nodes.values()}
    if others:
        notes.append(f"{len(others)} joints that the clip moves are no bones here, {sorted(others)[0]} first.")
    return notes
