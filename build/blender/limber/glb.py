"""Reads clips from GLB files, as Limber writes them."""

import json
import struct
from bisect import bisect_right
from pathlib import Path

from mathutils import Matrix, Quaternion, Vector

from .problem import Problem


class Glb:
    """A GLB file: its JSON, and the numbers in it."""

    NUMBERS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}
    FLOAT = 5126

    def __init__(self, path):
        try:
            data = Path(path).read_bytes()
        except OSError as error:
            raise Problem(f'"{Path(path).name}" cannot be read: {error.strerror}.') from error
        if len(data) < 20 or data[:4] != b"glTF":
            raise Problem(f'"{Path(path).name}" is no GLB file: export the clip as GLB.')
        length = struct.unpack_from("<I", data, 12)[0]
        self.document = json.loads(data[20 : 20 + length])
        self.binary = memoryview(data)[28 + length :]
        self.nodes = self.document.get("nodes", [])
        self.parents = {child: i for i, node in enumerate(self.nodes) for child in node.get("children", [])}

    def numbers(self, index):
        """The values of an accessor of floats, a row each."""
        accessor = self.document["accessors"][index]
        width = self.NUMBERS[accessor["type"]]
        if accessor["componentType"] != self.FLOAT or "bufferView" not in accessor or "sparse" in accessor:
            raise Problem("The clip is packed in a way that only Blender's own glTF import reads.")
        view = self.document["bufferViews"][accessor["bufferView"]]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        stride = view.get("byteStride", 4 * width)
        return [struct.unpack_from(f"<{width}f", self.binary, start + row * stride) for row in range(accessor["count"])]

    def local(self, index):
        """Translation, rotation and scale of a node as the file has them."""
        node = self.nodes[index]
        if "matrix" in node:
            return Matrix([node["matrix"][i::4] for i in range(4)]).decompose()
        x, y, z, w = node.get("rotation", (0, 0, 0, 1))
        return Vector(node.get("translation", (0, 0, 0))), Quaternion((w, x, y, z)), Vector(node.get("scale", (1, 1, 1)))

    def to_bones(self):
        """From where a mesh was bound into the joints it was bound to, by joint, and identity where a skeleton begins."""
        found = {None: Matrix()}
        for skin in self.document.get("skins", []):
            if "inverseBindMatrices" not in skin:
                continue
            begin = skin.get("skeleton")
            if begin is not None:
                found.setdefault(self.parents.get(begin) if begin in skin["joints"] else begin, Matrix())
            for joint, row in zip(skin["joints"], self.numbers(skin["inverseBindMatrices"])):
                found[joint] = Matrix([row[i::4] for i in range(4)])
        return found

    def rests(self, nodes):
        """World matrices of nodes at rest: as the nodes stand, and as meshes were bound to them. Bones of Blender rest without a scale, so that joints do here."""
        joints = {joint for skin in self.document.get("skins", []) for joint in skin["joints"]}
        to_bones = self.to_bones()

        def local(node, is_bound):
            place, rotation, scale = self.local(node)
            parent = self.parents.get(node)
            if is_bound and node in to_bones and parent in to_bones:
                place, rotation, _ = (to_bones[parent] @ to_bones[node].inverted_safe()).decompose()
            return Matrix.LocRotScale(place, rotation, None if node in joints else scale)

        return [self.worlds(nodes, lambda node: local(node, is_bound)) for is_bound in (False, True)]

    def worlds(self, nodes, local):
        """World matrices of nodes and of what they hang from, by local ones."""
        found = {}

        def world(node):
            if node not in found:
                parent = self.parents.get(node)
                found[node] = local(node) if parent is None else world(parent) @ local(node)
            return found[node]

        for node in nodes:
            world(node)
        return found

    def joints_by_name(self):
        """Nodes by their names; of those that share one, that which a mesh is bound to."""
        joints = {joint for skin in self.document.get("skins", []) for joint in skin["joints"]}
        order = sorted(range(len(self.nodes)), key=lambda i: i in joints)
        return {self.nodes[i]["name"]: i for i in order if "name" in self.nodes[i]}


class Clip:
    """An animation of a GLB file."""

    def __init__(self, glb, animation):
        self.glb = glb
        self.name = animation.get("name", "Clip")
        self.told = (animation.get("extras") or {}).get("limber", {})
        self.channels = {}
        times = set()
        for channel in animation["channels"]:
            node, path = channel["target"].get("node"), channel["target"]["path"]
            sampler = animation["samplers"][channel["sampler"]]
            if node is None or path not in ("translation", "rotation", "scale"):
                continue
            if sampler.get("interpolation") == "CUBICSPLINE":
                raise Problem(f'"{self.name}" has splines between its keys, which only Blender\'s own glTF import reads.')
            moments = [row[0] for row in glb.numbers(sampler["input"])]
            holds = sampler.get("interpolation") == "STEP"
            self.channels[node, path] = (moments, glb.numbers(sampler["output"]), holds)
            times.update(moments)
        self.times = sorted(times)

    def value(self, node, path, at):
        """What a channel shows at a time, or None where the clip does not move that."""
        if (node, path) not in self.channels:
            return None
        moments, values, holds = self.channels[node, path]
        before = max(0, bisect_right(moments, at) - 1)
        after = min(before + 1, len(moments) - 1)
        span = moments[after] - moments[before]
        share = 0 if holds or span == 0 or at <= moments[before] else (at - moments[before]) / span
        if path == "rotation":
            first, second = (Quaternion((w, x, y, z)) for x, y, z, w in (values[before], values[after]))
            return first.slerp(second, share)
        return Vector(values[before]).lerp(Vector(values[after]), share)

    def worlds(self, nodes, at):
        """World matrices of nodes and of what they hang from, at a time of the clip."""

        def local(node):
            moved = (self.value(node, path, at) for path in ("translation", "rotation", "scale"))
            parts = zip(self.glb.local(node), moved)
            return Matrix.LocRotScale(*(own if value is None else value for own, value in parts))

        return self.glb.worlds(nodes, local)


def clips_in(glb, name):
    """The clips that are meant: the one of that name, or else all that Limber wrote, or else all."""
    animations = glb.document.get("animations", [])
    if not animations:
        raise Problem("There is no clip in that file: in Limber choose Export clip.")
    if name:
        chosen = [each for each in animations if each.get("name") == name]
        if not chosen:
            there = ", ".join(f'"{each.get("name", "")}"' for each in animations)
            raise Problem(f'There is no clip "{name}" in that file; there are {there}.')
    else:
        chosen = [each for each in animations if "limber" in (each.get("extras") or {})] or animations
    return [Clip(glb, each) for each in chosen]
