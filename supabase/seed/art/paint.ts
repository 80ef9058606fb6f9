import type { Random } from './random.ts';

export type Canvas = { width: number; height: number; hue: number; random: Random };

const round = (value: number) => Math.round(value * 10) / 10;

export const hsl = (hue: number, saturation: number, light: number, alpha = 1) =>
  `hsla(${round((hue + 720) % 360)},${round(saturation)}%,${round(light)}%,${round(alpha * 100) / 100})`;

let gradients = 0;
const nextGradient = () => {
  gradients += 1;
  return `g${gradients}`;
};

/** A gradient and the way to use it; definitions may stand anywhere in an SVG. */
export function linear(stops: Array<[number, string]>, vertical = true): [definition: string, fill: string] {
  const id = nextGradient();
  const body = stops.map(([at, color]) => `<stop offset="${at}" stop-color="${color}"/>`).join('');
  const direction = vertical ? 'x1="0" y1="0" x2="0" y2="1"' : 'x1="0" y1="0" x2="1" y2="0"';
  return [`<linearGradient id="${id}" ${direction}>${body}</linearGradient>`, `url(#${id})`];
}

function radial(stops: Array<[number, string]>): [definition: string, fill: string] {
  const id = nextGradient();
  const body = stops.map(([at, color]) => `<stop offset="${at}" stop-color="${color}"/>`).join('');
  return [`<radialGradient id="${id}">${body}</radialGradient>`, `url(#${id})`];
}

export const polygon = (points: Array<[number, number]>, fill: string, extra = '') =>
  `<polygon points="${points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')}" fill="${fill}" ${extra}/>`;

export const rect = (x: number, y: number, width: number, height: number, fill: string, extra = '') =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}" ${extra}/>`;

export const circle = (x: number, y: number, radius: number, fill: string, extra = '') =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}" ${extra}/>`;

/** A soft light. */
export function glow(x: number, y: number, radius: number, hue: number, strength = 0.8, light = 70): string {
  const [definition, fill] = radial([
    [0, hsl(hue, 95, light, strength)],
    [0.35, hsl(hue, 90, light - 12, strength * 0.45)],
    [1, hsl(hue, 90, light - 20, 0)],
  ]);
  return definition + circle(x, y, radius, fill);
}

export function sky(canvas: Canvas, top: string, middle: string, bottom: string): string {
  const [definition, fill] = linear([
    [0, top],
    [0.55, middle],
    [1, bottom],
  ]);
  return definition + rect(0, 0, canvas.width, canvas.height, fill);
}

export function stars({ width, height, random }: Canvas, count: number, until = 0.6): string {
  let out = '';
  for (let index = 0; index < count; index += 1) {
    out += circle(
      random.between(0, width),
      random.between(0, height * until),
      random.between(0.5, 2.2) * (width / 1000),
      `rgba(255,255,255,${round(random.between(0.3, 0.95))})`,
    );
  }
  return out;
}

/** Sparks, snow, fireflies: points of light with a halo. */
export function particles(canvas: Canvas, count: number, hue: number, from: number, to: number): string {
  const { width, height, random } = canvas;
  let out = '';
  for (let index = 0; index < count; index += 1) {
    const x = random.between(0, width);
    const y = random.between(height * from, height * to);
    const size = random.between(1, 4.5) * (width / 900);
    out +=
      circle(x, y, size * 2.4, hsl(hue, 95, 65, 0.18)) + circle(x, y, size, hsl(hue, 95, 80, random.between(0.5, 1)));
  }
  return out;
}

/** A mountain line by midpoint displacement, closed at the bottom of the canvas. */
function ridge(canvas: Canvas, level: number, roughness: number, fill: string, peaks = 1): string {
  const { width, height, random } = canvas;
  let line = Array.from(
    { length: peaks + 2 },
    (_, index) =>
      [(width * index) / (peaks + 1), height * (level + random.between(-roughness, roughness * 0.6))] as [
        number,
        number,
      ],
  );
  let spread = height * roughness * 0.55;
  for (let step = 0; step < 5; step += 1) {
    line = line.flatMap((point, index) => {
      const following = line[index + 1];
      if (!following) return [point];
      const middle: [number, number] = [
        (point[0] + following[0]) / 2,
        (point[1] + following[1]) / 2 + random.between(-spread, spread),
      ];
      return [point, middle];
    });
    spread *= 0.5;
  }
  return polygon([...line, [width, height], [0, height]], fill);
}

/** Layers of hills that fade into the distance. */
export function hills(
  canvas: Canvas,
  layers: number,
  from: number,
  to: number,
  hue: number,
  saturation: number,
  far: number,
  near: number,
  roughness = 0.12,
): string {
  let out = '';
  for (let index = 0; index < layers; index += 1) {
    const depth = index / Math.max(1, layers - 1);
    const light = far + (near - far) * depth;
    const [definition, fill] = linear([
      [0, hsl(hue + depth * 14, saturation, light + 5)],
      [0.6, hsl(hue + depth * 14, saturation, Math.max(2, light - 6))],
      [1, hsl(hue, saturation, Math.max(2, light - 9))],
    ]);
    out +=
      definition +
      ridge(canvas, from + (to - from) * depth, roughness * (1 - depth * 0.45), fill, 1 + index) +
      mist(canvas, from + (to - from) * depth + 0.09, hsl(hue + 20, saturation, far + 18, 0.16 * (1 - depth)));
  }
  return out;
}

export function mist(canvas: Canvas, level: number, color: string): string {
  const [definition, fill] = linear([
    [0, 'rgba(0,0,0,0)'],
    [0.5, color],
    [1, 'rgba(0,0,0,0)'],
  ]);
  return definition + rect(0, canvas.height * (level - 0.08), canvas.width, canvas.height * 0.16, fill);
}

/** Darkens the edges, and the foot where a title stands. */
export function vignette({ width, height }: Canvas, foot: number): string {
  const [edge, edgeFill] = radial([
    [0.55, 'rgba(0,0,0,0)'],
    [1, 'rgba(2,3,10,.62)'],
  ]);
  const [base, baseFill] = linear([
    [0, 'rgba(2,3,10,0)'],
    [1, `rgba(2,3,10,${foot})`],
  ]);
  return `${edge}<ellipse cx="${width / 2}" cy="${height / 2}" rx="${width * 0.85}" ry="${height * 0.85}" fill="${edgeFill}"/>${base}${rect(0, height * 0.5, width, height * 0.5, baseFill)}`;
}

/** Three visible faces of a block. */
export function block(x: number, y: number, size: number, hue: number, saturation: number, light: number): string {
  const half = size / 2;
  const quarter = size / 4;
  return (
    polygon(
      [
        [x, y - quarter],
        [x + half, y],
        [x, y + quarter],
        [x - half, y],
      ],
      hsl(hue, saturation, light + 12),
    ) +
    polygon(
      [
        [x - half, y],
        [x, y + quarter],
        [x, y + quarter + half],
        [x - half, y + half],
      ],
      hsl(hue, saturation, light - 6),
    ) +
    polygon(
      [
        [x + half, y],
        [x, y + quarter],
        [x, y + quarter + half],
        [x + half, y + half],
      ],
      hsl(hue, saturation, light - 14),
    )
  );
}
