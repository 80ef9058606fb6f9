import type { Scene } from '../data/types.ts';
import type { Random } from './random.ts';
import { createNoise, createVolume, type Material, photograph, type Sight, type Volume } from './voxels.ts';

type Rgb = [number, number, number];

/** A colour of red, green and blue, from the hue, saturation and lightness of the drawings. */
function rgb(hue: number, saturation: number, light: number): Rgb {
  const [s, l] = [saturation / 100, light / 100];
  const part = (shift: number) => {
    const k = (shift + ((hue + 720) % 360) / 30) % 12;
    return Math.round(255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [part(0), part(8), part(4)];
}

const [top, soil, stone, water, trunk, leaf, wall, roof, glow, other] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

type Ground = {
  materials: (hue: number) => Record<'top' | 'soil' | 'stone' | 'water' | 'trunk' | 'leaf' | 'wall' | 'roof', Rgb>;
  sky: (hue: number) => Sight['sky'];
  rough: number;
  sea?: number;
  isNight?: boolean;
  isCave?: boolean;
  reach?: number;
  builds: Build[];
};
type Build = (volume: Volume, x: number, y: number, z: number, random: Random) => void;

const tree: Build = (volume, x, y, z, random) => {
  const height = random.whole(4, 7);
  for (let dy = -2; dy <= 2; dy += 1)
    for (let dx = -2; dx <= 2; dx += 1)
      for (let dz = -2; dz <= 2; dz += 1)
        if (Math.abs(dx) + Math.abs(dy) + Math.abs(dz) < 4 && random.next() < 0.94)
          volume.set(x + dx, y + height + dy, z + dz, leaf);
  volume.fill([x, y, z], [x, y + height, z], trunk);
};
const pine: Build = (volume, x, y, z, random) => {
  const height = random.whole(8, 14);
  for (let dy = 2; dy <= height; dy += 1) {
    const wide = Math.max(0, Math.round(((height - dy) / height) * 3.4 - (dy % 2) * 0.9));
    for (let dx = -wide; dx <= wide; dx += 1)
      for (let dz = -wide; dz <= wide; dz += 1)
        if (Math.abs(dx) + Math.abs(dz) <= wide + 1) volume.set(x + dx, y + dy, z + dz, leaf);
  }
  volume.fill([x, y, z], [x, y + height - 1, z], trunk);
};
const house: Build = (volume, x, y, z, random) => {
  const [half, deep, tall] = [random.whole(3, 4), random.whole(3, 5), random.whole(4, 5)];
  volume.fill([x - half, y - 3, z - deep], [x + half, y + tall, z + deep], wall);
  for (const corner of [-half, half])
    for (const side of [-deep, deep]) volume.fill([x + corner, y, z + side], [x + corner, y + tall, z + side], trunk);
  for (let step = 0; step <= half + 1; step += 1)
    volume.fill(
      [x - half - 1 + step, y + tall + 1 + step, z - deep - 1],
      [x + half + 1 - step, y + tall + 1 + step, z + deep + 1],
      roof,
    );
  for (const at of [-half + 2, half - 2]) volume.fill([x + at, y + 2, z - deep], [x + at, y + 3, z - deep], glow);
  volume.fill([x, y, z - deep], [x, y + 1, z - deep], trunk);
  for (const side of [-half, half]) volume.fill([x + side, y + 2, z - 1], [x + side, y + 3, z + 1], glow);
};
const tower: Build = (volume, x, y, z, random) => {
  const [wide, tall] = [random.whole(3, 5), random.whole(14, 24)];
  volume.fill([x - wide, y - 4, z - wide], [x + wide, y + tall, z + wide], wall);
  volume.fill([x - wide - 1, y + tall, z - wide - 1], [x + wide + 1, y + tall + 1, z + wide + 1], wall);
  for (let at = -wide - 1; at <= wide + 1; at += 2)
    for (const side of [-wide - 1, wide + 1]) {
      volume.set(x + at, y + tall + 2, z + side, wall);
      volume.set(x + side, y + tall + 2, z + at, wall);
    }
  for (let at = 4; at < tall - 2; at += 5) volume.fill([x, y + at, z - wide], [x, y + at + 1, z - wide], glow);
  for (let at = 6; at < tall - 2; at += 5) volume.fill([x - wide, y + at, z], [x - wide, y + at + 1, z], glow);
  if (random.next() < 0.6)
    for (let step = 0; step <= wide; step += 1)
      volume.fill(
        [x - wide + step, y + tall + 2 + step * 2, z - wide + step],
        [x + wide - step, y + tall + 3 + step * 2, z + wide - step],
        roof,
      );
};
const keep: Build = (volume, x, y, z, random) => {
  for (const side of [-11, 11]) tower(volume, x + side, y, z, random);
  volume.fill([x - 10, y - 4, z - 1], [x + 10, y + 8, z + 2], wall);
  for (let at = -10; at <= 10; at += 2) volume.set(x + at, y + 9, z - 1, wall);
  volume.fill([x - 2, y, z - 1], [x + 2, y + 4, z + 2], 0);
  volume.fill([x - 2, y, z + 2], [x + 2, y + 4, z + 2], trunk);
  tower(volume, x, y + 4, z + 10, random);
};
const block: Build = (volume, x, y, z, random) => {
  const [wide, deep, tall] = [random.whole(3, 6), random.whole(3, 6), random.whole(10, 30)];
  volume.fill([x - wide, y - 4, z - deep], [x + wide, y + tall, z + deep], random.next() < 0.5 ? wall : roof);
  const light = random.next() < 0.5 ? glow : other;
  for (let floor = 2; floor < tall - 1; floor += 3) {
    for (let at = -wide + 1; at < wide; at += 2)
      if (random.next() < 0.6) volume.set(x + at, y + floor, z - deep, light);
    for (let at = -deep + 1; at < deep; at += 2)
      if (random.next() < 0.6) {
        volume.set(x - wide, y + floor, z + at, light);
        volume.set(x + wide, y + floor, z + at, light);
      }
  }
  if (random.next() < 0.5)
    volume.fill([x - wide, y + tall - 2, z - deep - 1], [x + wide, y + tall - 1, z - deep - 1], other);
};
const spike: Build = (volume, x, y, z, random) => {
  const [tall, lean] = [random.whole(6, 16), random.between(-0.35, 0.35)];
  for (let at = -2; at < tall; at += 1) {
    const wide = Math.max(0, Math.round((1 - at / tall) * 2.2));
    volume.fill(
      [Math.round(x + at * lean) - wide, y + at, z - wide],
      [Math.round(x + at * lean) + wide, y + at, z + wide],
      random.next() < 0.8 ? glow : other,
    );
  }
};
const pyramid: Build = (volume, x, y, z) => {
  for (let step = 0; step < 15; step += 1)
    volume.fill([x - 15 + step, y - 3 + step, z - 15 + step], [x + 15 - step, y - 3 + step, z + 15 - step], wall);
  volume.fill([x - 2, y, z - 15], [x + 2, y + 4, z - 8], 0);
  volume.fill([x - 2, y, z - 9], [x + 2, y + 4, z - 9], glow);
  volume.set(x, y + 12, z, glow);
};
const pillar: Build = (volume, x, y, z, random) => {
  const tall = random.whole(4, 10);
  volume.fill([x - 1, y - 2, z - 1], [x + 1, y + tall, z + 1], wall);
  volume.fill([x - 2, y + tall, z - 2], [x + 2, y + tall, z + 2], wall);
  volume.set(x, y + tall + 1, z, glow);
};
const cactus: Build = (volume, x, y, z, random) => volume.fill([x, y, z], [x, y + random.whole(2, 4), z], leaf);
const cone: Build = (volume, x, y, z, random) => {
  for (let step = 0; step < 22; step += 1) {
    const wide = Math.round(20 - step * 0.75 + random.between(-1, 1));
    for (let dx = -wide; dx <= wide; dx += 1)
      for (let dz = -wide; dz <= wide; dz += 1)
        if (dx * dx + dz * dz <= wide * wide)
          volume.set(
            x + dx,
            y - 3 + step,
            z + dz,
            (Math.abs(dx + step / 3) < 1.6 && dz < 0) || step > 20 ? glow : stone,
          );
  }
};
const floating: Build = (volume, x, y, z, random) => {
  const [wide, lift] = [random.whole(4, 9), random.whole(8, 20)];
  for (let at = 0; at < wide; at += 1) {
    const left = wide - at;
    for (let dx = -left; dx <= left; dx += 1)
      for (let dz = -left; dz <= left; dz += 1)
        if (dx * dx + dz * dz < left * left + random.between(-3, 1))
          volume.set(x + dx, y + lift - at, z + dz, at === 0 ? top : at < 3 ? soil : stone);
  }
  for (let count = 0; count < wide / 2; count += 1)
    tree(volume, x + random.whole(-wide + 3, wide - 3), y + lift + 1, z + random.whole(-wide + 3, wide - 3), random);
};
const lanterns: Build = (volume, x, y, z, random) => {
  for (let count = 0; count < 5; count += 1) {
    const place = [x + random.whole(-8, 8), y + random.whole(7, 22), z + random.whole(-8, 8)] as [
      number,
      number,
      number,
    ];
    volume.fill(place, [place[0], place[1] + 1, place[2]], random.next() < 0.7 ? glow : other);
  }
};
const stall: Build = (volume, x, y, z) => {
  volume.fill([x - 3, y, z - 2], [x + 3, y, z + 2], trunk);
  for (const side of [-3, 3]) volume.fill([x + side, y, z - 2], [x + side, y + 4, z - 2], trunk);
  for (let at = -4; at <= 4; at += 1)
    volume.fill([x + at, y + 5, z - 3], [x + at, y + 5, z + 3], at % 2 === 0 ? roof : wall);
  volume.set(x, y + 4, z - 2, glow);
};
const dome: Build = (volume, x, y, z) => {
  for (let dx = -8; dx <= 8; dx += 1)
    for (let dy = -2; dy <= 8; dy += 1)
      for (let dz = -8; dz <= 8; dz += 1) {
        const far = Math.hypot(dx, dy, dz);
        if (far <= 8.3 && far > 6.8) volume.set(x + dx, y + dy, z + dz, dx % 4 === 0 || dy % 4 === 0 ? wall : other);
      }
  volume.fill([x - 1, y, z - 9], [x + 1, y + 3, z - 7], glow);
};
const torch: Build = (volume, x, y, z) => {
  volume.fill([x, y, z], [x, y + 1, z], trunk);
  volume.set(x, y + 2, z, glow);
};
const coral: Build = (volume, x, y, z, random) => {
  const kind = random.pick([leaf, roof, glow, other]);
  for (let arm = 0; arm < 5; arm += 1) {
    const [dx, dz] = [random.between(-0.7, 0.7), random.between(-0.7, 0.7)];
    for (let at = 0; at < random.whole(3, 8); at += 1) volume.set(x + dx * at, y + at, z + dz * at, kind);
  }
};
const heap: Build = (volume, x, y, z, random) => {
  const wide = random.whole(3, 7);
  for (let step = 0; step < wide; step += 1)
    for (let dx = step - wide; dx <= wide - step; dx += 1)
      for (let dz = step - wide; dz <= wide - step; dz += 1)
        if (dx * dx + dz * dz <= (wide - step) ** 2)
          volume.set(x + dx, y + step, z + dz, random.next() < 0.7 ? glow : other);
};

const day = (hue: number): Sight['sky'] => ({ top: rgb(214 + hue / 60, 62, 56), horizon: rgb(204, 60, 84) });
const dusk = (hue: number): Sight['sky'] => ({ top: rgb(236 + hue / 12, 40, 30), horizon: rgb(14 + hue / 12, 72, 66) });
const night = (hue: number): Sight['sky'] => ({ top: rgb(225 + hue / 12, 46, 9), horizon: rgb(228 + hue / 8, 42, 24) });
const wooded = (hue: number) => ({
  top: rgb(96 + (hue % 40) - 20, 42, 42),
  soil: rgb(28, 36, 34),
  stone: rgb(220, 5, 50),
  water: rgb(212, 58, 48),
  trunk: rgb(28, 38, 26),
  leaf: rgb(112 + (hue % 50) - 25, 44, 32),
  wall: rgb(34, 26, 66),
  roof: rgb(hue, 44, 38),
});
const stony = (hue: number) => ({ ...wooded(hue), wall: rgb(hue + 220, 6, 56), roof: rgb(hue, 50, 36) });

const grounds: Record<Scene, Ground> = {
  peaks: { materials: stony, sky: day, rough: 30, builds: [pine, pine, tower] },
  castle: { materials: stony, sky: dusk, rough: 9, builds: [keep, tree, house] },
  ocean: {
    materials: (hue) => ({ ...wooded(hue), top: rgb(46, 34, 58), soil: rgb(44, 30, 46), leaf: rgb(hue + 150, 60, 50) }),
    sky: (hue) => ({ top: rgb(190 + hue / 40, 66, 42), horizon: rgb(200, 74, 24) }),
    rough: 14,
    reach: 52,
    builds: [coral, coral, coral, pillar],
  },
  space: {
    materials: (hue) => ({ ...stony(hue), top: rgb(hue, 14, 44), soil: rgb(hue, 12, 34), wall: rgb(210, 8, 78) }),
    sky: (hue) => ({ top: rgb(hue + 30, 40, 4), horizon: rgb(hue + 20, 36, 12) }),
    rough: 10,
    isNight: true,
    builds: [dome, spike, pillar],
  },
  city: {
    materials: (hue) => ({
      ...stony(hue),
      top: rgb(230, 8, 26),
      soil: rgb(230, 8, 20),
      wall: rgb(232, 16, 28),
      roof: rgb(hue + 20, 20, 22),
    }),
    sky: night,
    rough: 0,
    isNight: true,
    builds: [block, block, block, block],
  },
  forest: { materials: wooded, sky: dusk, rough: 10, builds: [tree, pine, tree, house] },
  dungeon: {
    materials: (hue) => ({ ...stony(hue), top: rgb(hue, 9, 36), soil: rgb(hue, 8, 30), stone: rgb(hue, 7, 34) }),
    sky: (hue) => ({ top: rgb(hue, 20, 4), horizon: rgb(hue, 26, 6) }),
    rough: 4,
    isNight: true,
    isCave: true,
    reach: 60,
    builds: [torch, pillar, torch, heap],
  },
  islands: { materials: wooded, sky: day, rough: 8, sea: 7, builds: [floating, tree, floating, house] },
  desert: {
    materials: (hue) => ({
      ...wooded(hue),
      top: rgb(42, 58, 68),
      soil: rgb(40, 50, 60),
      wall: rgb(38, 46, 60),
      leaf: rgb(124, 44, 34),
    }),
    sky: (hue) => ({ top: rgb(206, 56, 58), horizon: rgb(36 + hue / 40, 64, 80) }),
    rough: 9,
    builds: [pyramid, cactus, cactus, pillar],
  },
  festival: { materials: wooded, sky: night, rough: 4, isNight: true, builds: [lanterns, stall, lanterns, house] },
  blueprint: { materials: wooded, sky: day, rough: 3, sea: 3, builds: [house, tower, house, tree] },
  crystals: {
    materials: (hue) => ({ ...stony(hue), top: rgb(hue + 200, 16, 30), soil: rgb(hue + 200, 14, 24) }),
    sky: night,
    rough: 16,
    isNight: true,
    builds: [spike, spike, spike, pillar],
  },
  frost: {
    materials: (hue) => ({
      ...stony(hue),
      top: rgb(205, 36, 92),
      soil: rgb(205, 24, 80),
      water: rgb(200, 60, 72),
      leaf: rgb(160, 22, 38),
    }),
    sky: (hue) => ({ top: rgb(216 + hue / 60, 48, 46), horizon: rgb(205, 52, 86) }),
    rough: 18,
    sea: 5,
    builds: [pine, pine, tower],
  },
  volcano: {
    materials: (hue) => ({
      ...stony(hue),
      top: rgb(hue, 14, 22),
      soil: rgb(hue, 12, 17),
      stone: rgb(hue, 10, 20),
      water: rgb(22, 96, 54),
      leaf: rgb(hue, 20, 18),
    }),
    sky: (hue) => ({ top: rgb(350, 40, 9), horizon: rgb(8 + hue / 20, 72, 30) }),
    rough: 12,
    sea: 4,
    isNight: true,
    builds: [cone, spike, pillar, house],
  },
  coins: { materials: stony, sky: dusk, rough: 5, builds: [heap, keep, heap, stall] },
};

/** Whether the water of a scene is lava, which shines. */
const isLava = (scene: Scene) => scene === 'volcano';

function raise(volume: Volume, ground: Ground, random: Random): (x: number, z: number) => number {
  const noise = createNoise(random);
  const heightAt = (x: number, z: number) => {
    // Flat where the player stands, and higher with the distance.
    const far = Math.min(1, Math.max(0, (z - 14) / 50));
    const shape = noise(x / 21, z / 21) * 0.65 + noise(x / 9, z / 9) * 0.25 + noise(x / 4, z / 4) * 0.1;
    return Math.floor(5 + shape * ground.rough * (0.35 + far * 0.65));
  };
  for (let x = 0; x < volume.width; x += 1)
    for (let z = 0; z < volume.depth; z += 1) {
      const height = heightAt(x, z);
      volume.fill([x, 0, z], [x, height, z], soil);
      volume.set(x, height, z, height > 22 ? stone : top);
      if (ground.sea !== undefined && height < ground.sea + 3)
        volume.fill([x, height, z], [x, ground.sea + 3, z], water);
      if (ground.isCave) {
        const ceiling = 17 + Math.floor(noise(x / 7 + 30, z / 7) * 9);
        volume.fill([x, ceiling, z], [x, volume.height - 1, z], stone);
        if (Math.abs(x - volume.width / 2) > 22 + noise(x / 5, z / 5) * 8)
          volume.fill([x, height, z], [x, ceiling, z], stone);
      }
    }
  return (x, z) => Math.max(heightAt(x, z), ground.sea === undefined ? 0 : ground.sea + 3);
}

/**
 * A picture of a world of blocks, as a player of it would take one.
 *
 * @returns pixels, three bytes each
 */
export function worldOf(scene: Scene, hue: number, random: Random, width: number, height: number): Buffer {
  const ground = grounds[scene];
  const volume = createVolume(128, 64, 128);
  const heightAt = raise(volume, ground, random);
  const colors = ground.materials(hue);
  const materials: Material[] = [
    { color: [0, 0, 0] },
    { color: colors.top, grain: 0.26 },
    { color: colors.soil, grain: 0.24 },
    { color: colors.stone, grain: 0.2 },
    { color: colors.water, grain: 0.1, shines: isLava(scene) },
    { color: colors.trunk, grain: 0.3 },
    { color: colors.leaf, grain: 0.5 },
    { color: colors.wall, grain: 0.18 },
    { color: colors.roof, grain: 0.22 },
    { color: rgb(scene === 'crystals' || scene === 'space' ? hue : 42, 90, 64), shines: true, grain: 0.14 },
    { color: rgb(hue + 40, 80, 62), shines: true, grain: 0.14 },
  ];
  const [main = tree, ...small] = ground.builds;
  const put = (build: Build, x: number, z: number) => build(volume, x, heightAt(x, z) + 1, z, random);
  for (let count = 0; count < 46; count += 1) {
    const z = random.whole(26, 122);
    const x = random.whole(4, 124);
    // The way ahead stays free.
    if (Math.abs(x - 64) > 7 || z > 74) put(random.pick([...small, ...small, main]), x, z);
  }
  put(main, 64 + random.whole(-7, 7), random.whole(50, 64));
  const eye: Sight['eye'] = [64.5, heightAt(64, 6) + (ground.isCave ? 4.2 : 5.2), 6.5];
  // Nothing stands in front of the eye.
  volume.fill([60, Math.floor(eye[1]) - 1, 4], [69, Math.floor(eye[1]) + 8, 16], 0);
  const length = Math.hypot(-0.5, 0.8, -0.45);
  return photograph(
    {
      volume,
      materials,
      eye,
      turn: random.between(-0.16, 0.16),
      down: ground.isCave ? 0.02 : -0.02,
      sky: ground.sky(hue),
      reach: ground.reach ?? 118,
      sun: ground.isCave ? null : [(random.next() < 0.5 ? -0.5 : 0.5) / length, 0.8 / length, -0.45 / length],
      ambient: ground.isCave ? 0.8 : ground.isNight ? 0.62 : 0.66,
      stars: Boolean(ground.isNight) && !ground.isCave && scene !== 'volcano',
    },
    width,
    height,
  );
}
