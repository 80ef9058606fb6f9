import type { Product, Scene } from '../data/types.ts';
import { line, paragraph } from './lettering.ts';
import { block, type Canvas, circle, glow, hsl, linear, polygon, rect } from './paint.ts';

type Drawing = (canvas: Canvas, product: Product) => string;
/** What is seen: a world of blocks, the first or the second of its product, and what a player sees before it. */
type Screen = { world: 0 | 1 | null; dimmed?: boolean; drawing: Drawing };

/** Where else one comes to from a scene: a gallery shows more than its cover. */
const elsewhere: Record<Scene, Scene> = {
  peaks: 'frost',
  castle: 'forest',
  ocean: 'islands',
  space: 'crystals',
  city: 'festival',
  forest: 'peaks',
  dungeon: 'castle',
  islands: 'blueprint',
  desert: 'dungeon',
  festival: 'city',
  blueprint: 'castle',
  crystals: 'dungeon',
  frost: 'peaks',
  volcano: 'dungeon',
  coins: 'festival',
};

const players = ['Lumen_', 'Ceniza77', 'NoaCraft', 'Tormenta', 'elBardo', 'Kestrel', 'Miga', 'Rune_9', 'Ada'];

const panel = (x: number, y: number, width: number, height: number, hue: number) =>
  rect(x, y, width, height, hsl(hue, 22, 9, 0.88), `rx="10" stroke="${hsl(hue, 40, 45, 0.8)}" stroke-width="2"`);
const faded = 'rgba(255,255,255,.72)';

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

/** What a player sees: the world before them, what they are to do, hearts, and what they carry. */
const play: Drawing = (canvas, { name, features, hue: tone }) => {
  const { width, height, hue, random } = canvas;
  let out = panel(28, 28, 420, 62 + features.length * 44, hue);
  out += line(name, { x: 52, y: 66, size: 25, font: 'game', fill: hsl(tone, 90, 78) });
  for (const [at, { es }] of features.entries()) {
    const y = 106 + at * 44;
    out += rect(52, y - 15, 18, 18, at === 0 ? hsl(120, 60, 48) : 'none', 'rx="3" stroke="#fff" stroke-width="2"');
    out += paragraph(es, 340, 2, { x: 82, y: y - (es.length > 38 ? 8 : 0), size: 17, step: 20 });
  }
  for (let at = 0; at < 10; at += 1) out += heart(344 + at * 29, height - 150, at < 8 ? '#ff5a6e' : 'rgba(0,0,0,.45)');
  out +=
    rect(338, height - 118, 604, 9, 'rgba(0,0,0,.6)', 'rx="4"') +
    rect(338, height - 118, random.between(180, 560), 9, '#8be04e', 'rx="4"') +
    line(String(random.whole(12, 58)), { x: 628, y: height - 124, size: 24, font: 'game', fill: '#b6f57a' });
  out += panel(338, height - 102, 604, 84, hue) + slots(canvas, 348, height - 93, 8, 1, 0.85);
  out += rect(346 + 74 * random.whole(0, 7), height - 95, 70, 70, 'none', 'rx="9" stroke="#fff" stroke-width="5"');
  return `${out}${rect(width / 2 - 2, height / 2 - 16, 4, 32, 'rgba(255,255,255,.8)')}${rect(width / 2 - 16, height / 2 - 2, 32, 4, 'rgba(255,255,255,.8)')}`;
};

/** A bag with what is made of what. */
const inventory: Drawing = (canvas, { name, features }) => {
  const { hue } = canvas;
  return `${panel(240, 70, 800, 580, hue)}${line(name, { x: 276, y: 118, size: 30, font: 'game' })}${slots(canvas, 276, 146, 3, 3, 0.7)}${polygon(
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
  )}${rect(640, 204, 104, 104, hsl(hue, 40, 22), `rx="12" stroke="${hsl(hue, 70, 60)}" stroke-width="3"`)}${item(canvas, 692, 256, 70, hue)}${paragraph(features[0]?.es ?? name, 250, 2, { x: 776, y: 178, size: 20, font: 'bold' })}${paragraph(features[1]?.es ?? '', 250, 4, { x: 776, y: 246, size: 18, fill: faded })}${line('Inventario', { x: 312, y: 386, size: 18, fill: faded })}${slots(canvas, 312, 400, 9, 3, 0.62)}`;
};

/** A map from above, with a way across it. */
const map: Drawing = (canvas, { name, features }) => {
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
  const place = `x ${random.whole(-900, 900)}   z ${random.whole(-900, 900)}`;
  return `${out}${panel(width - 440, 30, 410, 150, hue)}${line(name, { x: width - 412, y: 72, size: 26, font: 'game' })}${line(place, { x: width - 412, y: 104, size: 19, fill: faded })}${paragraph(features.at(-1)?.es ?? '', 360, 2, { x: width - 412, y: 134, size: 18 })}`;
};

/** Two people who talk, and what is said below them. */
const talk: Drawing = (canvas, { pitch, features }) => {
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
  return `${person(width * 0.3, hue, 1)}${person(width * 0.7, hue + 140, 0.9)}${panel(110, height - 220, width - 220, 180, hue)}${line(random.pick(players), { x: 150, y: height - 174, size: 26, font: 'game', fill: hsl(hue, 90, 78) })}${paragraph(`«${pitch.es}»`, width - 330, 2, { x: 150, y: height - 128, size: 26 })}${line(`1. ${features[0]?.es ?? ''}`, { x: 150, y: height - 60, size: 19, fill: faded })}${polygon(
    [
      [width - 190, height - 82],
      [width - 160, height - 82],
      [width - 175, height - 62],
    ],
    '#fff',
  )}`;
};

const sections = ['Resumen', 'Jugadores', 'Mundos', 'Economía', 'Permisos', 'Registro', 'Copias', 'Ajustes'];
const figures = ['Memoria', 'CPU', 'Entidades', 'Red'];

/** Figures of a server: curves, bars and switches. */
const panelOf: Drawing = (canvas, { name, features }) => {
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
      line(sections[at] ?? '', { x: 76, y: 69 + at * 64, size: 20, fill: at === 2 ? '#fff' : faded });
  out +=
    panel(290, 40, 950, 340, hue) +
    line(name, { x: 320, y: 84, size: 26, font: 'game' }) +
    line(`${random.whole(40, 480)} en línea · 20,0 TPS`, { x: 1210, y: 82, size: 20, fill: faded, end: true }) +
    definition +
    polygon([...points, [1170, 360], [330, 360]], fill);
  out += `<polyline points="${points.map((point) => point.join(',')).join(' ')}" fill="none" stroke="${hsl(hue, 85, 64)}" stroke-width="6" stroke-linejoin="round"/>`;
  for (let at = 0; at < 2; at += 1) {
    const left = 290 + at * 488;
    out +=
      panel(left, 410, 462, 270, hue) +
      line(at === 0 ? 'Opciones' : 'Servidor', { x: left + 28, y: 452, size: 21, font: 'bold' });
    for (let row = 0; row < 4; row += 1) {
      const y = 480 + row * 46;
      const isOn = random.next() < 0.6;
      const label =
        at === 0
          ? (features[row]?.es ?? ['Aviso en el chat', 'Copia cada noche'][row - 3] ?? 'Modo de pruebas')
          : figures[row];
      out += paragraph(label ?? '', 320, 1, { x: left + 28, y: y + 14, size: 17, fill: faded });
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
const podium: Drawing = (canvas, { name }) => {
  const { height, hue, random } = canvas;
  let points = random.whole(880, 990);
  let out = '';
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
  out += panel(800, 60, 420, 600, hue) + line(name, { x: 836, y: 112, size: name.length > 20 ? 22 : 28, font: 'game' });
  for (const [row, player] of players.entries()) {
    out +=
      rect(836, 146 + row * 54, 34, 34, hsl(hue + row * 37, 60, 55), 'rx="6"') +
      line(String(row + 1), { x: 846, y: 170 + row * 54, size: 20, font: 'bold' }) +
      line(player, { x: 890, y: 170 + row * 54, size: 21 }) +
      line(String(points), { x: 1186, y: 170 + row * 54, size: 21, fill: hsl(45, 90, 70), end: true });
    points -= random.whole(14, 70);
  }
  return out;
};

/** A place of the world, with nothing before it. */
const place: Drawing = () => '';

const screens: Record<Product['category'], [Screen, Screen, Screen, Screen]> = {
  plugin: [
    { world: 0, drawing: play },
    { world: 0, dimmed: true, drawing: inventory },
    { world: null, drawing: panelOf },
    { world: 1, drawing: place },
  ],
  serie: [
    { world: 0, drawing: place },
    { world: 1, drawing: talk },
    { world: 0, drawing: play },
    { world: null, drawing: map },
  ],
  dlc: [
    { world: 1, drawing: place },
    { world: 0, drawing: play },
    { world: 1, drawing: talk },
    { world: 0, dimmed: true, drawing: inventory },
  ],
  evento: [
    { world: 0, drawing: play },
    { world: 1, dimmed: true, drawing: podium },
    { world: null, drawing: map },
    { world: 1, drawing: place },
  ],
  uncoins: [
    { world: 0, drawing: place },
    { world: 0, dimmed: true, drawing: inventory },
    { world: 1, dimmed: true, drawing: podium },
    { world: null, drawing: map },
  ],
};

/** A world behind a picture of a gallery. */
export type World = { scene: Scene; hue: number; seed: string };

/**
 * A picture of a product's gallery: what is seen by those who play it.
 *
 * @param index of the picture, from 0 to 3
 * @returns what to draw, and the world behind it, if there is one
 */
export function screenOf(product: Product, index: number, canvas: Canvas): { world: World | null; drawing: string } {
  const { world, dimmed, drawing } = screens[product.category][index] as Screen;
  const { slug, scene, hue } = product;
  const veil = dimmed ? rect(0, 0, canvas.width, canvas.height, 'rgba(4,6,14,.5)') : '';
  return {
    world:
      world === null ? null : { scene: world === 0 ? scene : elsewhere[scene], hue, seed: `${slug}:world:${world}` },
    drawing: veil + drawing(canvas, product),
  };
}
