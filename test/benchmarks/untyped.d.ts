declare module '@aminere/fullik/build/fik.module.js' {
  export class V3 {
    constructor(x: number, y: number, z: number);
    readonly x: number;
    readonly y: number;
    readonly z: number;
  }
  export class Bone3D {
    constructor(start: V3, end: V3);
  }
  export class Chain3D {
    addBone(bone: Bone3D): void;
    setMaxIterationAttempts(count: number): void;
    setSolveDistanceThreshold(distance: number): void;
    setMinIterationChange(distance: number): void;
    solveForTarget(target: V3): number;
    getEffectorLocation(): V3;
  }
}
