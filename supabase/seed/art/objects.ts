import { type Canvas, circle, glow, hsl, linear, polygon, rect } from './paint.ts';

/** A keep with towers, lit windows and banners. */
export function castle({ random }: Canvas, x: number, base: number, size: number, hue: number, light: number): string {
  const stone = hsl(hue, 28, light);
  const shade = hsl(hue, 32, light - 5);
  let out = '';
  const towers = random.whole(5, 7);
  for (let index = 0; index < towers; index += 1) {
    const place = index - (towers - 1) / 2;
    const width = size * random.between(0.1, 0.15);
    const height = size * (0.95 - Math.abs(place) * 0.17 + random.between(-0.05, 0.12));
    const left = x + place * size * 0.16 - width / 2;
    out +=
      rect(left, base - height, width, height + size * 0.3, stone) +
      rect(left + width * 0.6, base - height, width * 0.4, height + size * 0.3, shade);
    out += polygon(
      [
        [left - width * 0.2, base - height],
        [left + width / 2, base - height - size * random.between(0.2, 0.34)],
        [left + width * 1.2, base - height],
      ],
      hsl(hue - 30, 45, light + 4),
    );
    for (let row = 0; row < 4; row += 1) {
      if (random.next() < 0.35) continue;
      const y = base - height + size * (0.08 + row * 0.13);
      out +=
        rect(left + width * 0.38, y, width * 0.22, size * 0.04, hsl(42, 100, 68)) +
        circle(left + width * 0.49, y + size * 0.02, width * 0.5, hsl(42, 100, 60, 0.14));
    }
  }
  return out + rect(x - size * 0.5, base - size * 0.28, size, size * 0.6, shade);
}

/** A floating rock with grass, trees or a house, and what falls off its underside. */
export function island({ random }: Canvas, x: number, y: number, size: number, hue: number, light: number): string {
  const under: Array<[number, number]> = [[x - size / 2, y]];
  for (let index = 1; index < 8; index += 1)
    under.push([
      x - size / 2 + (size * index) / 8,
      y + size * (0.62 - Math.abs(index - 4) * 0.12) * random.between(0.7, 1.15),
    ]);
  under.push([x + size / 2, y]);
  const [definition, fill] = linear([
    [0, hsl(28, 30, light + 4)],
    [1, hsl(hue + 30, 35, light - 14)],
  ]);
  let out =
    definition +
    polygon(under, fill) +
    `<ellipse cx="${x}" cy="${y}" rx="${size / 2}" ry="${size * 0.1}" fill="${hsl(115, 42, light + 8)}"/>`;
  for (let index = 0; index < random.whole(3, 6); index += 1) {
    const at = x + random.between(-0.36, 0.36) * size;
    const height = size * random.between(0.14, 0.34);
    out += rect(at - size * 0.012, y - height * 0.4, size * 0.024, height * 0.4, hsl(25, 35, light - 8));
    for (let tier = 0; tier < 3; tier += 1) {
      const width = size * 0.11 * (1 - tier * 0.25);
      out += polygon(
        [
          [at - width, y - height * (0.3 + tier * 0.2)],
          [at, y - height * (0.75 + tier * 0.2)],
          [at + width, y - height * (0.3 + tier * 0.2)],
        ],
        hsl(125 + tier * 8, 40, light - 2 + tier * 4),
      );
    }
  }
  return out;
}

export function crystal({ random }: Canvas, x: number, base: number, size: number, hue: number, light: number): string {
  const width = size * random.between(0.22, 0.34);
  const lean = size * random.between(-0.2, 0.2);
  const shoulder = base - size * 0.68;
  const tip: [number, number] = [x + lean, base - size];
  return (
    glow(x + lean / 2, base - size * 0.55, size * 0.8, hue, 0.28) +
    polygon(
      [[x - width / 2, base], [x - width / 2 + lean * 0.7, shoulder], tip, [x + lean * 0.8, shoulder], [x, base]],
      hsl(hue, 75, light + 14),
    ) +
    polygon(
      [[x, base], [x + lean * 0.8, shoulder], tip, [x + width / 2 + lean * 0.7, shoulder], [x + width / 2, base]],
      hsl(hue + 14, 70, light - 8),
    ) +
    polygon(
      [
        [x - width * 0.3, base],
        [x - width * 0.34 + lean * 0.7, shoulder],
        [x - width * 0.16 + lean * 0.75, shoulder],
        [x - width * 0.14, base],
      ],
      hsl(hue - 10, 90, light + 34, 0.7),
    )
  );
}

export function pine({ random }: Canvas, x: number, base: number, height: number, color: string): string {
  let out = rect(x - height * 0.02, base - height * 0.2, height * 0.04, height * 0.22, color);
  for (let tier = 0; tier < 5; tier += 1) {
    const width = height * (0.24 - tier * 0.038) * random.between(0.88, 1.1);
    const y = base - height * (0.1 + tier * 0.17);
    out += polygon(
      [
        [x - width, y],
        [x, y - height * 0.3],
        [x + width, y],
      ],
      color,
    );
  }
  return out;
}

export function skyline(
  canvas: Canvas,
  base: number,
  tall: number,
  hue: number,
  light: number,
  windows: number,
): string {
  const { width, random } = canvas;
  let out = '';
  for (let x = -20; x < width + 20; ) {
    const wide = width * random.between(0.05, 0.13);
    const height = canvas.height * tall * random.between(0.45, 1);
    const [definition, fill] = linear([
      [0, hsl(hue, 45, light + 3)],
      [1, hsl(hue + 20, 50, light + 9)],
    ]);
    out += definition + rect(x, base - height, wide, height + canvas.height, fill);
    if (random.next() < 0.4)
      out +=
        rect(x + wide * 0.45, base - height - wide * 0.7, wide * 0.06, wide * 0.7, hsl(hue, 45, light + 4)) +
        circle(x + wide * 0.48, base - height - wide * 0.7, wide * 0.05, hsl(350, 100, 65));
    for (let row = 0; row < 22 && windows > 0; row += 1) {
      for (let column = 0; column < 4; column += 1) {
        if (random.next() > windows) continue;
        out += rect(
          x + wide * (0.12 + column * 0.21),
          base - height + wide * (0.18 + row * 0.22),
          wide * 0.1,
          wide * 0.1,
          hsl(random.pick([hue + 140, 48, hue + 60]), 100, 70, random.between(0.5, 1)),
        );
      }
    }
    if (windows > 0.2 && random.next() < 0.35) {
      const neon = random.pick([hue + 130, hue + 180, 330]);
      out +=
        rect(x + wide * 0.3, base - height * 0.8, wide * 0.12, height * 0.34, hsl(neon, 100, 66)) +
        glow(x + wide * 0.36, base - height * 0.63, wide * 1.3, neon, 0.4);
    }
    x += wide * random.between(0.85, 1.1);
  }
  return out;
}

export function waves(canvas: Canvas, from: number, layers: number, hue: number, light: number): string {
  const { width, height, random } = canvas;
  let out = '';
  for (let index = 0; index < layers; index += 1) {
    const y = height * (from + ((1 - from) * index) / layers);
    const length = width / random.between(2.2, 4.5);
    const rise = height * 0.012 * (1 + index);
    let path = `M ${-length} ${y}`;
    for (let x = -length; x < width + length; x += length)
      path += ` q ${length / 4} ${-rise} ${length / 2} 0 t ${length / 2} 0`;
    const [definition, fill] = linear([
      [0, hsl(hue + index * 5, 70, light - index * 2.2)],
      [1, hsl(hue + 15, 75, Math.max(4, light - 16 - index * 2))],
    ]);
    out += `${definition}<path d="${path} V ${height} H ${-length} Z" fill="${fill}" stroke="${hsl(hue, 80, light + 26, 0.35)}" stroke-width="2"/>`;
  }
  return out;
}

export function planet(x: number, y: number, radius: number, hue: number, ringed: boolean): string {
  const [definition, fill] = linear([
    [0, hsl(hue, 70, 68)],
    [0.5, hsl(hue + 25, 60, 42)],
    [1, hsl(hue + 50, 60, 14)],
  ]);
  const ring = ringed
    ? `<ellipse cx="${x}" cy="${y}" rx="${radius * 1.75}" ry="${radius * 0.36}" fill="none" stroke="${hsl(hue + 40, 60, 75, 0.55)}" stroke-width="${radius * 0.1}" transform="rotate(-18 ${x} ${y})"/>`
    : '';
  const shadow = `<path d="M ${x + radius * 0.5} ${y - radius * 0.866} A ${radius} ${radius} 0 0 1 ${x - radius * 0.5} ${y + radius * 0.866} A ${radius * 1.5} ${radius * 1.5} 0 0 0 ${x + radius * 0.5} ${y - radius * 0.866} Z" fill="rgba(3,5,18,.5)"/>`;
  return glow(x, y, radius * 1.9, hue, 0.4) + definition + circle(x, y, radius, fill) + shadow + ring;
}

/** Burst of a firework. */
export function burst({ random }: Canvas, x: number, y: number, radius: number, hue: number): string {
  let out = glow(x, y, radius * 1.1, hue, 0.45);
  const rays = random.whole(22, 34);
  for (let index = 0; index < rays; index += 1) {
    const angle = (Math.PI * 2 * index) / rays;
    const reach = radius * random.between(0.7, 1);
    out += `<line x1="${x + Math.cos(angle) * reach * 0.25}" y1="${y + Math.sin(angle) * reach * 0.25}" x2="${x + Math.cos(angle) * reach}" y2="${y + Math.sin(angle) * reach + radius * 0.06}" stroke="${hsl(hue + random.between(-20, 20), 100, 72, 0.85)}" stroke-width="${radius * 0.022}" stroke-linecap="round"/>`;
    out += circle(
      x + Math.cos(angle) * reach,
      y + Math.sin(angle) * reach + radius * 0.06,
      radius * 0.03,
      hsl(hue, 100, 88),
    );
  }
  return out;
}

export function lantern(x: number, y: number, size: number, hue: number): string {
  return (
    glow(x, y, size * 2.2, hue, 0.55) +
    polygon(
      [
        [x - size * 0.4, y - size * 0.5],
        [x + size * 0.4, y - size * 0.5],
        [x + size * 0.52, y + size * 0.5],
        [x - size * 0.52, y + size * 0.5],
      ],
      hsl(hue, 95, 62),
    ) +
    polygon(
      [
        [x - size * 0.16, y - size * 0.5],
        [x + size * 0.16, y - size * 0.5],
        [x + size * 0.2, y + size * 0.5],
        [x - size * 0.2, y + size * 0.5],
      ],
      hsl(hue + 12, 100, 78),
    )
  );
}

export function coin(x: number, y: number, radius: number, hue: number): string {
  const [definition, fill] = linear([
    [0, hsl(hue, 95, 74)],
    [1, hsl(hue - 8, 90, 44)],
  ]);
  return `${definition}<ellipse cx="${x}" cy="${y + radius * 0.2}" rx="${radius}" ry="${radius * 0.42}" fill="${hsl(hue - 12, 85, 30)}"/><ellipse cx="${x}" cy="${y}" rx="${radius}" ry="${radius * 0.42}" fill="${fill}"/><ellipse cx="${x}" cy="${y}" rx="${radius * 0.72}" ry="${radius * 0.29}" fill="none" stroke="${hsl(hue - 10, 90, 36)}" stroke-width="${radius * 0.06}"/>`;
}
