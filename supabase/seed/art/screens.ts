import type { Product, Scene } from '../data/types.ts';
import { block, type Canvas, circle, glow, hsl, linear, mist, polygon, rect } from './paint.ts';
import { painters } from './scenes.ts';

type Screen = (canvas: Canvas, scene: Scene) => string;

/** Where else one comes to from a scene: a gallery shows more than its cover. */
const elsewhere: Record<Scene, Scene[]> = {
  peaks: ['forest', 'frost'],
  castle: ['forest', 'city'],
  ocean: ['islands', 'crystals'],
  space: ['crystals', 'city'],
  city: ['festival', 'peaks'],
  forest: ['islands', 'castle'],
  dungeon: ['castle', 'crystals'],
  islands: ['peaks', 'ocean'],
  desert: ['dungeon', 'peaks'],
  festival: ['city', 'forest'],
  blueprint: ['city', 'space'],
  crystals: ['dungeon', 'frost'],
  frost: ['peaks', 'castle'],
  volcano: ['dungeon', 'desert'],
  coins: ['festival', 'castle'],
};

const panel = (x: number, y: number, width: number, height: number, hue: number) =>
  rect(x, y, width, height, hsl(hue, 22, 9, 0.9), `rx="14" stroke="${hsl(hue, 40, 45, 0.8)}" stroke-width="3"`);
/** A line of words, too far away to be read. */
const words = (x: number, y: number, width: number, hue: number, light = 72) =>
  rect(x, y, width, 13, hsl(hue, 18, light, 0.85), 'rx="6"');

/** A thing that one carries: a gem, a potion, a blade, an ingot, a block, a key. */
function item({ random }: Canvas, x: number, y: number, size: number, hue: number): string {
  const tone = hue + random.between(-70, 110);
  const bright = hsl(tone, 75, 62);
  const dark = hsl(tone, 60, 38);
  const half = size / 2;
  const kinds = [
    () =>
      polygon(
        [
          [x, y - half],
          [x + half * 0.8, y - half * 0.2],
          [x, y + half],
          [x - half * 0.8, y - half * 0.2],
        ],
        bright,
      ) +
      polygon(
        [
          [x, y - half],
          [x, y + half],
          [x - half * 0.8, y - half * 0.2],
        ],
        dark,
      ),
    () =>
      rect(x - size * 0.11, y - half, size * 0.22, size * 0.34, hsl(35, 35, 70)) +
      circle(x, y + size * 0.16, size * 0.34, bright) +
      circle(x - size * 0.1, y + size * 0.06, size * 0.09, 'rgba(255,255,255,.7)'),
    () =>
      polygon(
        [
          [x + half, y - half],
          [x + half * 0.6, y - half],
          [x - half * 0.4, y + half * 0.2],
          [x - half * 0.1, y + half * 0.5],
        ],
        hsl(210, 20, 82),
      ) +
      polygon(
        [
          [x - half * 0.6, y],
          [x, y + half * 0.6],
          [x - half * 0.2, y + half * 0.8],
          [x - half * 0.8, y + half * 0.2],
        ],
        bright,
      ) +
      rect(x - half, y + half * 0.6, size * 0.22, size * 0.22, hsl(28, 45, 34)),
    () =>
      polygon(
        [
          [x - half * 0.6, y - size * 0.16],
          [x + half * 0.6, y - size * 0.16],
          [x + half, y + size * 0.24],
          [x - half, y + size * 0.24],
        ],
        bright,
      ),
    () => block(x, y - size * 0.18, size * 0.8, tone, 50, 46),
    () =>
      circle(x - half * 0.4, y - half * 0.3, size * 0.24, bright) +
      circle(x - half * 0.4, y - half * 0.3, size * 0.1, hsl(tone, 30, 14)) +
      rect(x - half * 0.2, y - half * 0.2, size * 0.55, size * 0.13, bright, `transform="rotate(38 ${x} ${y})"`),
  ];
  return random.pick(kinds)();
}

function slots(canvas: Canvas, x: number, y: number, columns: number, rows: number, filled: number): string {
  const side = 66;
  let out = '';
  for (let at = 0; at < columns * rows; at += 1) {
    const left = x + (at % columns) * (side + 8);
    const top = y + Math.floor(at / columns) * (side + 8);
    out += rect(
      left,
      top,
      side,
      side,
      'rgba(255,255,255,.09)',
      'rx="8" stroke="rgba(255,255,255,.16)" stroke-width="2"',
    );
    if (canvas.random.next() < filled) out += item(canvas, left + side / 2, top + side / 2, 42, canvas.hue);
  }
  return out;
}

const heart = (x: number, y: number, fill: string) =>
  `<path d="M${x} ${y + 6} q0 -10 9 -10 q7 0 9 7 q2 -7 9 -7 q9 0 9 10 q0 9 -18 21 q-18 -12 -18 -21z" fill="${fill}"/>`;

/** What a player sees: the world of blocks before them, hearts, and what they carry. */
const play: Screen = (canvas, scene) => {
  const { width, height, hue, random } = canvas;
  let out = painters[random.pick(elsewhere[scene])]({ ...canvas, hue: hue + 35 });
  const size = 118;
  const ground = hue + random.between(60, 140);
  for (let row = 0; row < 5; row += 1)
    for (let at = -1; at < 13; at += 1) {
      const lift = Math.max(0, 3 - row) * (random.next() < 0.3 ? 26 : 0);
      const x = at * size + (row % 2) * (size / 2);
      out += block(
        x,
        height * 0.66 + row * (size / 4) * 1.35 - lift,
        size,
        ground + random.between(-8, 8),
        34,
        36 - row * 2.5,
      );
    }
  out += mist(canvas, 0.66, hsl(hue + 40, 50, 75, 0.25));
  for (let at = 0; at < 10; at += 1) out += heart(344 + at * 29, height - 142, at < 8 ? '#ff5a6e' : 'rgba(0,0,0,.45)');
  out += panel(338, height - 104, 604, 84, hue) + slots(canvas, 348, height - 95, 8, 1, 0.8);
  out += rect(346 + 74 * random.whole(0, 7), height - 97, 70, 70, 'none', 'rx="9" stroke="#fff" stroke-width="5"');
  return `${out}${rect(width / 2 - 2, height / 2 - 16, 4, 32, 'rgba(255,255,255,.8)')}${rect(width / 2 - 16, height / 2 - 2, 32, 4, 'rgba(255,255,255,.8)')}`;
};

/** A bag with what is made of what. */
const inventory: Screen = (canvas, scene) => {
  const { width, height, hue } = canvas;
  return `${painters[elsewhere[scene][1] ?? scene](canvas)}${rect(0, 0, width, height, 'rgba(4,6,14,.55)')}${panel(240, 70, 800, 580, hue)}${words(276, 104, 210, hue, 88)}${slots(canvas, 276, 146, 3, 3, 0.7)}${polygon(
    [
      [532, 240],
      [574, 240],
      [574, 222],
      [606, 254],
      [574, 286],
      [574, 268],
      [532, 268],
    ],
    hsl(hue, 60, 66),
  )}${rect(640, 204, 104, 104, hsl(hue, 40, 22), `rx="12" stroke="${hsl(hue, 70, 60)}" stroke-width="3"`)}${item(canvas, 692, 256, 70, hue)}${words(776, 160, 216, hue)}${words(776, 190, 180, hue, 55)}${words(776, 220, 200, hue, 55)}${words(776, 250, 120, hue, 55)}${slots(canvas, 312, 396, 9, 3, 0.62)}`;
};

/** A map from above, with a way across it. */
const map: Screen = (canvas) => {
  const { width, height, hue, random } = canvas;
  const cell = 32;
  const [a, b, c] = [random.between(0, 6), random.between(0, 6), random.between(0, 6)];
  let out = rect(0, 0, width, height, hsl(205, 50, 24));
  for (let row = 0; row * cell < height; row += 1)
    for (let column = 0; column * cell < width; column += 1) {
      const level =
        Math.sin(column / 5 + a) +
        Math.cos(row / 4 + b) +
        Math.sin((column + row) / 7 + c) +
        random.between(-0.35, 0.35);
      if (level < -0.5) continue;
      const land =
        level < -0.2
          ? hsl(46, 50, 62)
          : level > 1.5
            ? hsl(hue, 12, 80)
            : hsl(hue + 90 + level * 12, 38, 40 - level * 6);
      out += rect(column * cell, row * cell, cell, cell, land);
    }
  const stops = Array.from(
    { length: 6 },
    (_, at) => [130 + at * 205, random.between(150, height - 150)] as [number, number],
  );
  out += `<polyline points="${stops.map((stop) => stop.join(',')).join(' ')}" fill="none" stroke="#fff" stroke-width="7" stroke-dasharray="18 16" stroke-linecap="round" opacity=".85"/>`;
  for (const [at, [x, y]] of stops.entries())
    out +=
      at === 5
        ? glow(x, y, 90, hue, 0.9) + circle(x, y, 22, hsl(hue, 90, 62), 'stroke="#fff" stroke-width="6"')
        : circle(x, y, 13, '#fff', `stroke="${hsl(hue, 60, 25)}" stroke-width="6"`);
  return `${out}${panel(width - 300, 30, 270, 150, hue)}${words(width - 272, 60, 150, hue, 90)}${words(width - 272, 92, 210, hue, 60)}${words(width - 272, 122, 180, hue, 60)}`;
};

/** Two people who talk, and what is said below them. */
const talk: Screen = (canvas, scene) => {
  const { width, height, hue, random } = canvas;
  const person = (x: number, tone: number, scale: number) => {
    const top = height * 0.3;
    return (
      rect(x - 78 * scale, top + 150 * scale, 156 * scale, 330, hsl(tone, 45, 30)) +
      rect(x - 118 * scale, top + 158 * scale, 40 * scale, 260, hsl(tone, 45, 24)) +
      rect(x + 78 * scale, top + 158 * scale, 40 * scale, 260, hsl(tone, 45, 24)) +
      rect(x - 72 * scale, top, 144 * scale, 144 * scale, hsl(28, 45, random.between(40, 68))) +
      rect(x - 76 * scale, top - 12, 152 * scale, 46 * scale, hsl(tone + 180, 40, 20)) +
      rect(x - 44 * scale, top + 66 * scale, 24 * scale, 20 * scale, '#fff') +
      rect(x + 20 * scale, top + 66 * scale, 24 * scale, 20 * scale, '#fff') +
      rect(x - 34 * scale, top + 66 * scale, 13 * scale, 20 * scale, hsl(tone, 60, 22)) +
      rect(x + 30 * scale, top + 66 * scale, 13 * scale, 20 * scale, hsl(tone, 60, 22))
    );
  };
  return `${painters[random.pick(elsewhere[scene])](canvas)}${rect(0, 0, width, height, 'rgba(4,6,14,.25)')}${person(width * 0.3, hue, 1)}${person(width * 0.7, hue + 140, 0.9)}${panel(110, height - 220, width - 220, 180, hue)}${words(150, height - 190, 170, hue, 90)}${words(150, height - 148, 860, hue)}${words(150, height - 116, 640, hue)}${polygon(
    [
      [width - 190, height - 82],
      [width - 160, height - 82],
      [width - 175, height - 62],
    ],
    '#fff',
  )}`;
};

/** Figures of a server: curves, bars and switches. */
const panelOf: Screen = (canvas) => {
  const { width, height, hue, random } = canvas;
  const [definition, fill] = linear([
    [0, hsl(hue, 80, 60, 0.5)],
    [1, hsl(hue, 80, 60, 0)],
  ]);
  const points = Array.from(
    { length: 15 },
    (_, at) => [330 + at * 60, 330 - at * 7 - random.between(0, 130)] as [number, number],
  );
  let out = rect(0, 0, width, height, hsl(hue + 200, 28, 9)) + rect(0, 0, 250, height, hsl(hue + 200, 28, 13));
  for (let at = 0; at < 8; at += 1)
    out +=
      circle(48, 62 + at * 64, 12, hsl(hue, at === 2 ? 80 : 15, at === 2 ? 62 : 40)) +
      words(78, 56 + at * 64, random.between(80, 140), hue, at === 2 ? 90 : 50);
  out +=
    panel(290, 40, 950, 340, hue) +
    words(320, 66, 190, hue, 90) +
    definition +
    polygon([...points, [1170, 360], [330, 360]], fill);
  out += `<polyline points="${points.map((point) => point.join(',')).join(' ')}" fill="none" stroke="${hsl(hue, 85, 64)}" stroke-width="6" stroke-linejoin="round"/>`;
  for (let at = 0; at < 2; at += 1) {
    const left = 290 + at * 488;
    out += panel(left, 410, 462, 270, hue) + words(left + 28, 436, 150, hue, 90);
    for (let row = 0; row < 4; row += 1) {
      const y = 480 + row * 46;
      const isOn = random.next() < 0.6;
      out += words(left + 28, y, random.between(130, 230), hue, 58);
      out +=
        at === 0
          ? rect(left + 360, y - 8, 62, 30, isOn ? hsl(hue, 75, 55) : hsl(hue, 8, 30), 'rx="15"') +
            circle(left + (isOn ? 406 : 376), y + 7, 11, '#fff')
          : rect(left + 270, y, 160, 14, 'rgba(255,255,255,.12)', 'rx="7"') +
            rect(left + 270, y, random.between(40, 160), 14, hsl(hue + row * 40, 75, 60), 'rx="7"');
    }
  }
  return out;
};

/** Who has won: three steps, and the table beside them. */
const podium: Screen = (canvas, scene) => {
  const { width, height, hue, random } = canvas;
  let out = painters[elsewhere[scene][0] ?? scene](canvas) + rect(0, 0, width, height, 'rgba(4,6,14,.35)');
  for (const [x, step, tone] of [
    [300, 210, 210],
    [470, 290, 45],
    [640, 160, 25],
  ] as const) {
    const top = height - step;
    out += rect(x - 80, top, 160, step, hsl(tone, 55, 46)) + rect(x + 20, top, 60, step, hsl(tone, 55, 38));
    out +=
      rect(x - 34, top - 128, 68, 82, hsl(tone + 160, 45, 40)) +
      rect(x - 30, top - 190, 60, 60, hsl(28, 45, 62)) +
      rect(x - 34, top - 46, 30, 46, hsl(230, 30, 25)) +
      rect(x + 4, top - 46, 30, 46, hsl(230, 30, 25));
    out += glow(x, top - 160, 120, tone, 0.35);
  }
  out += panel(800, 60, 420, 600, hue) + words(836, 96, 180, hue, 92);
  for (let row = 0; row < 9; row += 1)
    out +=
      rect(836, 146 + row * 54, 34, 34, hsl(hue + row * 37, 60, 55), 'rx="6"') +
      words(890, 157 + row * 54, random.between(90, 170), hue) +
      words(1120, 157 + row * 54, 64 - row * 3, 45, 70);
  return out;
};

/** Another place of the same world, with nothing before it. */
const place: Screen = (canvas, scene) => painters[elsewhere[scene][0] ?? scene]({ ...canvas, hue: canvas.hue + 20 });

const screens: Record<Product['category'], Screen[]> = {
  plugin: [play, inventory, panelOf, map],
  serie: [talk, place, play, map],
  dlc: [place, play, inventory, talk],
  evento: [play, podium, map, place],
  uncoins: [inventory, place, podium, map],
};

/**
 * Draws a picture of a product's gallery: what is seen by those who play it, never the cover in another colour.
 *
 * @param index of the picture, from 0 to 3
 */
export const screenOf = (category: Product['category'], index: number, canvas: Canvas, scene: Scene): string =>
  (screens[category][index] ?? place)(canvas, scene);
