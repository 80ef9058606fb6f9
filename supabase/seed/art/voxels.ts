import type { Random } from './random.ts';

/** A block: its colour, whether it shines by itself, and how much its texture varies. */
export type Material = { color: [red: number, green: number, blue: number]; shines?: boolean; grain?: number };

export type Volume = {
  readonly cells: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  get: (x: number, y: number, z: number) => number;
  set: (x: number, y: number, z: number, material: number) => void;
  fill: (from: [number, number, number], to: [number, number, number], material: number) => void;
};

/** A box of blocks. Material 0 is air; places outside are air and cannot be set. */
export function createVolume(width: number, height: number, depth: number): Volume {
  const cells = new Uint8Array(width * height * depth);
  const isInside = (x: number, y: number, z: number) =>
    x >= 0 && y >= 0 && z >= 0 && x < width && y < height && z < depth;
  const place = (x: number, y: number, z: number) => (y * depth + z) * width + x;
  const set: Volume['set'] = (x, y, z, material) => {
    const [a, b, c] = [Math.round(x), Math.round(y), Math.round(z)];
    if (isInside(a, b, c)) cells[place(a, b, c)] = material;
  };
  return {
    cells,
    width,
    height,
    depth,
    get: (x, y, z) => (isInside(x, y, z) ? (cells[place(x, y, z)] as number) : 0),
    set,
    fill: (from, to, material) => {
      for (let y = from[1]; y <= to[1]; y += 1)
        for (let z = from[2]; z <= to[2]; z += 1) for (let x = from[0]; x <= to[0]; x += 1) set(x, y, z, material);
    },
  };
}

/** Smooth noise between 0 and 1 of two coordinates. */
export function createNoise(random: Random): (x: number, z: number) => number {
  const side = 64;
  const values = Float32Array.from({ length: side * side }, () => random.next());
  const at = (x: number, z: number) => values[(z & (side - 1)) * side + (x & (side - 1))] as number;
  const ease = (value: number) => value * value * (3 - 2 * value);
  return (x, z) => {
    const [left, top] = [Math.floor(x), Math.floor(z)];
    const [right, down] = [ease(x - left), ease(z - top)];
    const near = at(left, top) * (1 - right) + at(left + 1, top) * right;
    const far = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right;
    return near * (1 - down) + far * down;
  };
}

export type Sight = {
  volume: Volume;
  materials: Material[];
  /** Where the eye is, and where it looks: turned to the side and down, in radians. */
  eye: [x: number, y: number, z: number];
  turn: number;
  down: number;
  /** Colours of the sky at its top, at the horizon, and of the fog far away. */
  sky: { top: [number, number, number]; horizon: [number, number, number] };
  /** How far one sees, in blocks. */
  reach: number;
  /** The direction to the sun, or null for a place without one. */
  sun: [x: number, y: number, z: number] | null;
  /** Light without the sun, between 0 and 1. */
  ambient: number;
  stars: boolean;
};

type Point = { x: number; y: number; z: number };

const hash = (a: number, b: number, c: number) => {
  let mixed = Math.imul(a + 374_761, 668_265_263) ^ Math.imul(b + 1013, 2_246_822_519) ^ Math.imul(c, 3_266_489_917);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
};

/** What the last ray met. One object for all rays, because a picture has a quarter of a million. */
const hit = { material: 0, x: 0, y: 0, z: 0, axis: 0, distance: 0 };

/** Follows a ray from block to block until it meets one (Amanatides and Woo). Answers whether it did. */
function follow(volume: Volume, from: Point, dx: number, dy: number, dz: number, reach: number): boolean {
  const { cells, width, height, depth } = volume;
  let [x, y, z] = [Math.floor(from.x), Math.floor(from.y), Math.floor(from.z)];
  const [sx, sy, sz] = [dx > 0 ? 1 : -1, dy > 0 ? 1 : -1, dz > 0 ? 1 : -1];
  const [tx, ty, tz] = [Math.abs(1 / dx), Math.abs(1 / dy), Math.abs(1 / dz)];
  let nx = (dx > 0 ? x + 1 - from.x : from.x - x) * tx;
  let ny = (dy > 0 ? y + 1 - from.y : from.y - y) * ty;
  let nz = (dz > 0 ? z + 1 - from.z : from.z - z) * tz;
  for (let distance = 0; distance < reach; ) {
    let axis: number;
    if (nx < ny && nx < nz) {
      x += sx;
      distance = nx;
      nx += tx;
      axis = 0;
    } else if (ny < nz) {
      y += sy;
      distance = ny;
      ny += ty;
      axis = 1;
    } else {
      z += sz;
      distance = nz;
      nz += tz;
      axis = 2;
    }
    if (x < 0 || y < 0 || z < 0 || x >= width || y >= height || z >= depth) return false;
    const material = cells[(y * depth + z) * width + x] as number;
    if (material === 0) continue;
    hit.material = material;
    hit.x = x;
    hit.y = y;
    hit.z = z;
    hit.axis = axis;
    hit.distance = distance;
    return true;
  }
  return false;
}

/** Light of a face by its direction. */
const faceLight = [0.74, 1, 0.86];

/** Light on what the last ray met at a place: its texture of 16 by 16, its side, and the shadow on it. */
function lightAt({ volume, sun, ambient }: Sight, material: Material, point: Point): number {
  const { axis, x, y, z } = hit;
  const grain = material.grain ?? 0.16;
  const [u, v] = axis === 0 ? [point.y, point.z] : axis === 1 ? [point.x, point.z] : [point.x, point.y];
  const texture = 1 - grain / 2 + hash(Math.floor(u * 16), Math.floor(v * 16), hit.material * 7 + axis) * grain;
  if (material.shines) return texture;
  // Feet of walls are darker.
  const foot = axis !== 1 && point.y - y < 0.25 && volume.get(x, y - 1, z) > 0 ? 0.9 : 1;
  const isLit = sun && !follow(volume, point, sun[0], sun[1], sun[2], 32);
  return texture * (faceLight[axis] as number) * (isLit ? 1 : ambient) * foot;
}

/**
 * Takes a picture of blocks, as a player sees them: textures, light from the sun with its shadows, fog.
 *
 * @returns pixels, three bytes each
 */
export function photograph(sight: Sight, width: number, height: number): Buffer {
  const { volume, materials, sky, reach } = sight;
  const eye = { x: sight.eye[0], y: sight.eye[1], z: sight.eye[2] };
  const out = Buffer.alloc(width * height * 3);
  const [cosTurn, sinTurn, cosDown, sinDown] = [
    Math.cos(sight.turn),
    Math.sin(sight.turn),
    Math.cos(sight.down),
    Math.sin(sight.down),
  ];
  const point = { x: 0, y: 0, z: 0 };
  for (let row = 0; row < height; row += 1) {
    const up = (0.5 - (row + 0.5) / height) * 1.5 * (height / width);
    const [py, pz] = [up * cosDown - sinDown, up * sinDown + cosDown];
    for (let column = 0; column < width; column += 1) {
      const right = ((column + 0.5) / width - 0.5) * 1.5;
      const length = Math.hypot(right, py, pz);
      const dx = (right * cosTurn + pz * sinTurn) / length;
      const dy = py / length;
      const dz = (pz * cosTurn - right * sinTurn) / length;
      const place = (row * width + column) * 3;
      if (!follow(volume, eye, dx, dy, dz, reach)) {
        const high = Math.min(1, Math.max(0, dy * 2.2));
        const isStar = sight.stars && dy > 0.05 && hash(column, row, 3) > 0.9985;
        for (let part = 0; part < 3; part += 1)
          out[place + part] = isStar
            ? 230
            : (sky.horizon[part] as number) * (1 - high) + (sky.top[part] as number) * high;
        continue;
      }
      const material = materials[hit.material] as Material;
      const { distance } = hit;
      // A little before the face, so that it does not stand in its own light.
      const before = distance - 0.002;
      point.x = eye.x + dx * before;
      point.y = eye.y + dy * before;
      point.z = eye.z + dz * before;
      const light = lightAt(sight, material, point);
      const fog = material.shines ? (distance / reach) ** 2 * 0.5 : (distance / reach) ** 1.6;
      for (let part = 0; part < 3; part += 1)
        out[place + part] = Math.min(
          255,
          (material.color[part] as number) * light * (1 - fog) + (sky.horizon[part] as number) * fog,
        );
    }
  }
  return out;
}
