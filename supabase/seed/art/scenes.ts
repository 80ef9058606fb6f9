import type { Scene } from '../data/types.ts';
import { burst, castle, coin, crystal, island, lantern, pine, planet, skyline, waves } from './objects.ts';
import { block, type Canvas, circle, glow, hills, hsl, mist, particles, polygon, rect, sky, stars } from './paint.ts';

type Painter = (canvas: Canvas) => string;

const night: Painter = (canvas) =>
  sky(canvas, hsl(canvas.hue, 60, 6), hsl(canvas.hue + 12, 55, 18), hsl(canvas.hue + 42, 62, 42));

/** A light source somewhere in the upper part of the picture. */
function moon(canvas: Canvas, hue: number, scale = 1): string {
  const { width, height, random } = canvas;
  const x = width * random.between(0.25, 0.78);
  const y = height * random.between(0.16, 0.34);
  const radius = Math.min(width, height) * random.between(0.07, 0.13) * scale;
  return glow(x, y, radius * 4.6, hue, 0.7) + circle(x, y, radius, hsl(hue, 70, 90));
}

const peaks: Painter = (canvas) =>
  sky(canvas, hsl(canvas.hue, 55, 12), hsl(canvas.hue - 20, 60, 36), hsl(canvas.hue - 60, 85, 68)) +
  stars(canvas, 60, 0.35) +
  moon(canvas, canvas.hue - 50, 1.2) +
  hills(canvas, 5, 0.46, 0.86, canvas.hue, 42, 44, 7, 0.2) +
  particles(canvas, 24, canvas.hue - 60, 0.4, 0.9);

const keep: Painter = (canvas) => {
  const { width, height, random, hue } = canvas;
  const size = Math.min(width, height) * random.between(0.55, 0.72);
  return (
    night(canvas) +
    stars(canvas, 140) +
    moon(canvas, hue + 50, 1.5) +
    hills(canvas, 2, 0.55, 0.64, hue, 40, 30, 20, 0.12) +
    castle(canvas, width * random.between(0.4, 0.6), height * 0.66, size, hue, 13) +
    mist(canvas, 0.68, hsl(hue + 40, 60, 70, 0.4)) +
    hills(canvas, 2, 0.76, 0.9, hue, 35, 11, 4, 0.08) +
    particles(canvas, 30, 45, 0.45, 0.95)
  );
};

const ocean: Painter = (canvas) => {
  const { width, height, random, hue } = canvas;
  const x = width * random.between(0.35, 0.65);
  const y = height * random.between(0.38, 0.5);
  const size = Math.min(width, height) * random.between(0.3, 0.42);
  const rays = Array.from({ length: 7 }, (_, index) => {
    const from = width * (0.12 + index * 0.13);
    return polygon(
      [
        [from, 0],
        [from + width * 0.06, 0],
        [from + width * random.between(-0.3, 0.3), height * 0.85],
        [from - width * random.between(0, 0.2), height * 0.85],
      ],
      hsl(hue - 20, 90, 80, 0.055),
    );
  }).join('');
  const whale = `<path d="M ${x - size} ${y} q ${size * 0.5} ${-size * 0.55} ${size * 1.25} ${-size * 0.12} q ${size * 0.3} ${size * 0.06} ${size * 0.55} ${-size * 0.3} q ${size * 0.02} ${size * 0.3} ${-size * 0.18} ${size * 0.42} q ${size * 0.2} ${size * 0.12} ${size * 0.22} ${size * 0.36} q ${-size * 0.34} ${-size * 0.22} ${-size * 0.62} ${-size * 0.24} q ${-size * 0.7} ${size * 0.36} ${-size * 1.22} ${-size * 0.12} Z" fill="${hsl(hue + 15, 60, 9)}"/>`;
  return (
    sky(canvas, hsl(hue - 15, 75, 52), hsl(hue, 75, 24), hsl(hue + 20, 75, 6)) +
    rays +
    glow(width * 0.5, 0, height * 0.55, hue - 20, 0.6, 82) +
    whale +
    circle(x - size * 0.62, y - size * 0.09, size * 0.028, hsl(48, 100, 75)) +
    glow(x - size * 0.62, y - size * 0.09, size * 0.2, 48, 0.5) +
    hills(canvas, 3, 0.74, 0.92, hue + 10, 55, 16, 5, 0.1) +
    particles(canvas, 46, hue - 15, 0.1, 0.95)
  );
};

const space: Painter = (canvas) => {
  const { width, height, random, hue } = canvas;
  const least = Math.min(width, height);
  return (
    sky(canvas, hsl(hue, 60, 5), hsl(hue + 30, 55, 12), hsl(hue + 60, 60, 22)) +
    glow(width * random.between(0.1, 0.9), height * random.between(0.2, 0.7), least * 0.75, hue + 40, 0.42, 55) +
    glow(width * random.between(0.1, 0.9), height * random.between(0.2, 0.8), least * 0.6, hue - 60, 0.34, 55) +
    stars(canvas, 260, 1) +
    planet(
      width * random.between(0.3, 0.7),
      height * random.between(0.3, 0.46),
      least * random.between(0.2, 0.3),
      hue + random.between(60, 190),
      random.next() < 0.7,
    ) +
    planet(width * random.between(0.08, 0.92), height * random.between(0.1, 0.25), least * 0.05, hue + 250, false) +
    hills(canvas, 3, 0.78, 0.92, hue + 20, 40, 15, 5, 0.09) +
    particles(canvas, 18, hue + 120, 0.6, 0.95)
  );
};

const city: Painter = (canvas) => {
  const { hue, height, width } = canvas;
  return (
    sky(canvas, hsl(hue, 65, 7), hsl(hue + 20, 70, 24), hsl(hue + 60, 90, 58)) +
    stars(canvas, 70, 0.4) +
    moon(canvas, hue + 70, 1.9) +
    skyline(canvas, height * 0.78, 0.44, hue + 10, 22, 0) +
    mist(canvas, 0.7, hsl(hue + 60, 90, 65, 0.35)) +
    skyline(canvas, height * 0.86, 0.5, hue, 10, 0.34) +
    mist(canvas, 0.86, hsl(hue + 130, 90, 60, 0.25)) +
    rect(0, height * 0.93, width, height * 0.07, hsl(hue, 60, 4)) +
    particles(canvas, 30, hue + 150, 0.3, 0.95)
  );
};

const forest: Painter = (canvas) => {
  const { width, height, random, hue } = canvas;
  let out =
    sky(canvas, hsl(hue + 30, 45, 10), hsl(hue + 5, 45, 28), hsl(hue - 45, 75, 62)) + moon(canvas, hue - 55, 1.8);
  for (let layer = 0; layer < 4; layer += 1) {
    const color = hsl(hue + 12 - layer * 6, 38, 27 - layer * 7);
    for (let index = 0; index < 15 - layer * 2; index += 1)
      out += pine(
        canvas,
        random.between(-0.05, 1.05) * width,
        height * (0.74 + layer * 0.09),
        height * random.between(0.26, 0.44) * (0.7 + layer * 0.22),
        color,
      );
    out +=
      rect(0, height * (0.735 + layer * 0.09), width, height, color) +
      mist(canvas, 0.72 + layer * 0.09, hsl(hue - 30, 60, 70, 0.2 - layer * 0.04));
  }
  return out + particles(canvas, 60, hue - 55, 0.4, 0.98);
};

const dungeon: Painter = (canvas) => {
  const { width, height, hue, random } = canvas;
  let out = sky(canvas, hsl(hue, 40, 5), hsl(hue, 35, 10), hsl(hue, 40, 4));
  for (let arch = 0; arch < 6; arch += 1) {
    const scale = 1.35 - arch * 0.2;
    const wide = Math.min(width, height * 1.1) * 0.46 * scale;
    const top = height * (0.5 - 0.36 * scale);
    const light = 6 + arch * 4;
    out += `<path d="M ${width / 2 - wide} ${height} V ${top + wide} A ${wide} ${wide} 0 0 1 ${width / 2 + wide} ${top + wide} V ${height} Z" fill="${hsl(hue + arch * 6, 38, light)}" stroke="${hsl(hue, 30, light + 7)}" stroke-width="${wide * 0.035}"/>`;
    for (const side of [-1, 1])
      if (arch < 4)
        out +=
          glow(width / 2 + side * wide * 0.88, top + wide * 1.25, wide * 0.42, 34, 0.8) +
          circle(width / 2 + side * wide * 0.88, top + wide * 1.25, wide * 0.035, hsl(44, 100, 78));
  }
  const least = Math.min(width, height);
  return (
    out +
    glow(width / 2, height * 0.56, least * 0.5, hue + 150, 0.75, 72) +
    circle(width / 2, height * 0.56, least * 0.055, hsl(hue + 150, 80, 92)) +
    polygon(
      [
        [width * 0.1, height],
        [width * 0.44, height * 0.68],
        [width * 0.56, height * 0.68],
        [width * 0.9, height],
      ],
      hsl(hue, 30, 9),
    ) +
    particles(canvas, 36, random.pick([42, hue + 150]), 0.2, 0.95)
  );
};

const islands: Painter = (canvas) => {
  const { width, height, random, hue } = canvas;
  const least = Math.min(width, height);
  let out = sky(canvas, hsl(hue, 65, 26), hsl(hue - 15, 70, 56), hsl(hue - 150, 85, 82)) + moon(canvas, 48, 1.5);
  for (let cloud = 0; cloud < 16; cloud += 1)
    out += `<ellipse cx="${width * random.between(0, 1)}" cy="${height * random.between(0.2, 0.98)}" rx="${least * random.between(0.12, 0.32)}" ry="${least * random.between(0.02, 0.05)}" fill="rgba(255,255,255,.17)"/>`;
  for (const [place, level, size, light] of [
    [0.18, 0.28, 0.22, 46],
    [0.84, 0.36, 0.26, 40],
    [0.3, 0.72, 0.3, 32],
    [0.62, 0.52, 0.58, 28],
  ] as const)
    out += island(canvas, width * (place + random.between(-0.05, 0.05)), height * level, least * size, hue, light);
  return out + particles(canvas, 22, 50, 0.2, 0.95);
};

const desert: Painter = (canvas) => {
  const { width, height, hue, random } = canvas;
  const x = width * random.between(0.4, 0.65);
  const size = Math.min(width, height) * 0.34;
  return (
    sky(canvas, hsl(hue + 220, 45, 24), hsl(hue + 330, 60, 50), hsl(hue + 8, 95, 72)) +
    moon(canvas, hue + 15, 2.2) +
    hills(canvas, 2, 0.56, 0.62, hue, 55, 52, 42, 0.07) +
    polygon(
      [
        [x - size, height * 0.72],
        [x, height * 0.72 - size],
        [x + size * 0.35, height * 0.72],
      ],
      hsl(hue, 55, 42),
    ) +
    polygon(
      [
        [x, height * 0.72 - size],
        [x + size, height * 0.72],
        [x + size * 0.35, height * 0.72],
      ],
      hsl(hue - 12, 60, 24),
    ) +
    hills(canvas, 4, 0.7, 0.92, hue - 6, 60, 38, 10, 0.06) +
    particles(canvas, 40, hue + 15, 0.35, 0.9)
  );
};

const festival: Painter = (canvas) => {
  const { width, height, random, hue } = canvas;
  const least = Math.min(width, height);
  let out = sky(canvas, hsl(hue + 215, 55, 7), hsl(hue + 230, 50, 17), hsl(hue + 300, 60, 30)) + stars(canvas, 90, 0.5);
  for (let index = 0; index < 4; index += 1)
    out += burst(
      canvas,
      width * (0.15 + index * 0.23 + random.between(-0.05, 0.05)),
      height * random.between(0.14, 0.4),
      least * random.between(0.12, 0.22),
      hue + index * 75,
    );
  for (let index = 0; index < 26; index += 1)
    out += lantern(
      random.between(0, width),
      height * random.between(0.34, 0.78),
      least * random.between(0.012, 0.042),
      hue + random.between(-10, 14),
    );
  return (
    out +
    hills(canvas, 2, 0.72, 0.8, hue + 220, 40, 15, 8, 0.07) +
    waves(canvas, 0.84, 4, hue + 225, 18) +
    glow(width / 2, height, least * 0.5, hue, 0.4)
  );
};

const blueprint: Painter = (canvas) => {
  const { width, height, random, hue } = canvas;
  const least = Math.min(width, height);
  let out =
    sky(canvas, hsl(hue, 65, 9), hsl(hue + 8, 62, 16), hsl(hue + 20, 60, 25)) +
    glow(width / 2, height * 0.42, least * 0.75, hue, 0.5, 58);
  const step = least / 18;
  for (let x = 0; x < width; x += step) out += rect(x, 0, 1.2, height, hsl(hue, 80, 75, 0.09));
  for (let y = 0; y < height; y += step) out += rect(0, y, width, 1.2, hsl(hue, 80, 75, 0.09));
  const size = least * 0.135;
  const tallness = (column: number, row: number) =>
    1 + Math.floor((random.next() * 4.4 * (6 - Math.abs(column - 2.5) - Math.abs(row - 2.5))) / 6);
  for (let row = 0; row < 6; row += 1)
    for (let column = 0; column < 6; column += 1) {
      const tall = tallness(column, row);
      for (let level = 0; level < tall; level += 1)
        out += block(
          width / 2 + (column - row) * size * 0.5,
          height * 0.36 + (column + row) * size * 0.25 - level * size * 0.5,
          size,
          level === tall - 1 && random.next() < 0.3 ? hue + 180 : hue + level * 12,
          55,
          34 + level * 6,
        );
    }
  return out + particles(canvas, 22, hue + 180, 0.15, 0.95);
};

const crystals: Painter = (canvas) => {
  const { width, height, random, hue } = canvas;
  const least = Math.min(width, height);
  let out =
    sky(canvas, hsl(hue, 55, 5), hsl(hue + 15, 50, 14), hsl(hue + 40, 60, 26)) +
    glow(width / 2, height * 0.5, least * 0.7, hue + 20, 0.5, 60) +
    hills(canvas, 2, 0.5, 0.62, hue, 40, 18, 12, 0.2);
  for (let index = 0; index < 11; index += 1)
    out += crystal(
      canvas,
      width * random.between(0.05, 0.95),
      height * random.between(0.68, 0.8),
      least * random.between(0.16, 0.34),
      hue + random.between(-30, 60),
      44,
    );
  return (
    out +
    crystal(canvas, width * random.between(0.44, 0.56), height * 0.82, least * 0.74, hue, 52) +
    hills(canvas, 2, 0.83, 0.92, hue, 40, 11, 4, 0.07) +
    particles(canvas, 44, hue + 20, 0.15, 0.95)
  );
};

const frost: Painter = (canvas) => {
  const { width, height, random, hue } = canvas;
  let out = sky(canvas, hsl(hue + 25, 60, 7), hsl(hue + 10, 55, 20), hsl(hue, 50, 46)) + stars(canvas, 130, 0.5);
  for (let index = 0; index < 5; index += 1) {
    const y = height * random.between(0.12, 0.34);
    out += `<path d="M 0 ${y} C ${width * 0.3} ${y - height * 0.18} ${width * 0.5} ${y + height * 0.2} ${width} ${y - height * 0.08} l 0 ${height * 0.16} C ${width * 0.55} ${y + height * 0.36} ${width * 0.3} ${y} 0 ${y + height * 0.2} Z" fill="${hsl(140 + index * 26, 90, 65, 0.13)}"/>`;
  }
  out += hills(canvas, 3, 0.5, 0.7, hue, 30, 78, 46, 0.22);
  for (let index = 0; index < 16; index += 1)
    out += pine(
      canvas,
      random.between(0, 1) * width,
      height * random.between(0.8, 0.9),
      height * random.between(0.12, 0.26),
      hsl(hue + 10, 35, random.between(10, 20)),
    );
  const fire = width * random.between(0.35, 0.65);
  return (
    out +
    hills(canvas, 2, 0.86, 0.93, hue, 30, 60, 28, 0.04) +
    glow(fire, height * 0.87, width * 0.16, 28, 0.8) +
    polygon(
      [
        [fire - 9, height * 0.885],
        [fire, height * 0.845],
        [fire + 9, height * 0.885],
      ],
      hsl(42, 100, 66),
    ) +
    particles(canvas, 70, 205, 0.05, 0.98)
  );
};

const volcano: Painter = (canvas) => {
  const { width, height, random, hue } = canvas;
  const x = width * random.between(0.4, 0.6);
  const size = Math.min(width * 0.75, height * 0.6);
  const top = height * 0.3;
  const streams = Array.from({ length: 5 }, (_, index) => {
    const way = (index - 2) * size * 0.16;
    return `<path d="M ${x + (index - 2) * size * 0.03} ${top} q ${way * 0.2 + random.between(-20, 20)} ${height * 0.12} ${way * 0.6} ${height * 0.22} t ${way * 0.7} ${height * 0.3}" fill="none" stroke="${hsl(hue + 20, 100, 60)}" stroke-width="${size * random.between(0.012, 0.03)}" stroke-linecap="round"/>`;
  }).join('');
  return (
    sky(canvas, hsl(hue + 260, 45, 6), hsl(hue + 340, 60, 19), hsl(hue + 12, 95, 50)) +
    stars(canvas, 60, 0.3) +
    glow(x, top, size * 0.85, hue + 12, 0.9) +
    hills(canvas, 2, 0.58, 0.66, hue + 340, 45, 22, 16, 0.14) +
    polygon(
      [
        [x - size * 0.75, height * 0.86],
        [x - size * 0.12, top],
        [x + size * 0.12, top],
        [x + size * 0.75, height * 0.86],
      ],
      hsl(hue + 340, 38, 12),
    ) +
    polygon(
      [
        [x + size * 0.02, height * 0.86],
        [x + size * 0.02, top],
        [x + size * 0.12, top],
        [x + size * 0.75, height * 0.86],
      ],
      hsl(hue + 330, 40, 7),
    ) +
    streams +
    glow(x, top, size * 0.2, hue + 35, 1, 85) +
    hills(canvas, 3, 0.78, 0.92, hue + 330, 40, 12, 3, 0.08) +
    particles(canvas, 90, hue + 18, 0.02, 0.9)
  );
};

const coins: Painter = (canvas) => {
  const { width, height, random, hue } = canvas;
  const least = Math.min(width, height);
  let out =
    sky(canvas, hsl(260, 60, 8), hsl(265, 55, 18), hsl(280, 60, 32)) +
    glow(width / 2, height * 0.5, least * 0.7, hue, 0.6);
  for (const [place, count] of [
    [0.28, 5],
    [0.72, 7],
    [0.5, 11],
  ] as const)
    for (let level = 0; level < count; level += 1)
      out += coin(width * place + random.between(-5, 5), height * 0.76 - level * least * 0.045, least * 0.16, hue);
  return out + particles(canvas, 50, hue, 0.1, 0.9);
};

/** One painter per scene; each is given its size, hue and chance, and knows nothing of products. */
export const painters: Record<Scene, Painter> = {
  peaks,
  castle: keep,
  ocean,
  space,
  city,
  forest,
  dungeon,
  islands,
  desert,
  festival,
  blueprint,
  crystals,
  frost,
  volcano,
  coins,
};
