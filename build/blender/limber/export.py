"""Writes an armature, with the meshes that it deforms, as GLB."""

from contextlib import contextmanager

import bpy

from .problem import Problem


def armature_of(context):
    """The armature that is meant: the active one, or that which deforms the active mesh."""
    active = context.object
    found = active if active is None or active.type == "ARMATURE" else active.find_armature()
    if found is None:
        raise Problem("No armature is active: click an armature, or a mesh that one deforms.")
    return found


@contextmanager
def at_rest(armature):
    """Puts the armature into rest, so that the file says how it rests; its actions still come along."""
    bases = [bone.matrix_basis.copy() for bone in armature.pose.bones]
    for bone in armature.pose.bones:
        bone.matrix_basis.identity()
    try:
        yield
    finally:
        for bone, basis in zip(armature.pose.bones, bases):
            bone.matrix_basis = basis


@contextmanager
def alone(context, objects, active):
    """Chooses some objects and nothing else, in object mode, for as long as it lasts."""
    layer = context.view_layer
    mode, was_active, chosen = active.mode, layer.objects.active, list(context.selected_objects)
    layer.objects.active = active
    if mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    for each in list(context.selected_objects):
        each.select_set(False)
    for each in objects:
        each.select_set(True)
    try:
        yield
    finally:
        for each in objects:
            each.select_set(each in chosen)
        for each in chosen:
            each.select_set(True)
        if mode != "OBJECT":
            bpy.ops.object.mode_set(mode=mode)
        layer.objects.active = was_active


def export(context, armature, path, with_actions):
    """Writes the armature and the meshes that it deforms as GLB."""
    if not armature.visible_get():
        raise Problem(f'"{armature.name}" is hidden: show it first.')
    meshes = [each for each in context.view_layer.objects if each.type == "MESH" and each.find_armature() == armature]
    shown = [armature, *(mesh for mesh in meshes if mesh.visible_get())]
    with alone(context, shown, armature), at_rest(armature):
        context.view_layer.update()
        bpy.ops.export_scene.gltf(
            filepath=str(path), export_format="GLB", use_selection=True, export_animations=with_actions, export_skins=True
        )
    context.scene.frame_set(context.scene.frame_current)
