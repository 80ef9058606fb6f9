import { strToU8, zipSync } from 'fflate';
import type { Product } from './data/types.ts';

/** A small real archive for a product: what a buyer downloads. */
export function archive(product: Product): Buffer {
  const list = (language: 'es' | 'en') => product.features.map((feature) => `- ${feature[language]}`).join('\n');
  const readme = `${product.name}\n\n${product.pitch.es}\n\n${list('es')}\n\n---\n\n${product.nameEn ?? product.name}\n\n${product.pitch.en}\n\n${list('en')}\n`;
  const files = {
    'LEEME.txt': strToU8(readme),
    'config.yml': strToU8(`# ${product.name}\nlanguage: es\nenabled: true\n`),
  };
  return Buffer.from(zipSync({ [product.slug]: files }, { mtime: '2026-01-01' }));
}
