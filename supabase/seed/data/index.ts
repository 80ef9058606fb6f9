import { dlcs } from './dlcs.ts';
import { events } from './events.ts';
import { more } from './more.ts';
import { packs } from './packs.ts';
import { plugins } from './plugins.ts';
import { series } from './series.ts';
import type { Product } from './types.ts';

/** The whole demo catalogue, base products before the DLCs that extend them. */
export const products: Product[] = [...plugins, ...series, ...events, ...packs, ...more, ...dlcs].sort(
  (a, b) => Number(Boolean(a.base)) - Number(Boolean(b.base)),
);
