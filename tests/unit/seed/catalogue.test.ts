import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { products } from '../../../supabase/seed/data/index.ts';
import { bundles, coupons, purchases, redeemCodes } from '../../../supabase/seed/data/offers.ts';
import { buyers, creators } from '../../../supabase/seed/data/people.ts';
import { posts } from '../../../supabase/seed/data/posts.ts';
import { questions } from '../../../supabase/seed/data/questions.ts';

const slugs = new Set(products.map(({ slug }) => slug));
const has = (test: (product: (typeof products)[number]) => unknown) => products.filter(test).length;

describe('the demo catalogue', () => {
  it('is large enough, with unique slugs', () => {
    expect(has(({ category, status }) => category !== 'uncoins' && !status)).toBeGreaterThanOrEqual(60);
    expect(slugs.size).toBe(products.length);
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });
  it('shows every state of the shop', () => {
    const states: Array<[string, number]> = [
      ['pending', has((p) => p.status === 'pending')],
      ['rejected', has((p) => p.status === 'rejected')],
      ['sold out', has((p) => p.soldOut)],
      ['unavailable', has((p) => p.unavailable)],
      ['free', has((p) => p.price === 0)],
      ['offer', has((p) => p.offer)],
      ['club only', has((p) => p.clubOnly)],
      ['reservation', has((p) => p.releaseInDays)],
      ['editions', has((p) => p.editions)],
      ['reserved edition', has((p) => p.editions?.some(({ releaseInDays }) => releaseInDays))],
      ['versions', has((p) => p.versions)],
      ['trailer', has((p) => p.trailer)],
      ['whitelist', has((p) => p.whitelist)],
      ['limited units', has((p) => p.units)],
      ...['plugin', 'serie', 'dlc', 'evento'].map((category): [string, number] => [
        category,
        has((p) => p.category === category),
      ]),
    ];
    for (const [state, count] of states) expect(count, state).toBeGreaterThan(0);
  });
  it('has exactly the pictures that it shows', () => {
    const folder = join(import.meta.dirname, '../../../supabase/seed/artwork');
    const shown = [
      ...products.flatMap(({ slug, editions = [] }) =>
        ['cover', 'banner', 'gallery-1', 'gallery-2', 'gallery-3', 'gallery-4']
          .concat(editions.map((_, index) => `edition-${index + 1}`))
          .map((name) => `portadas/${slug}/${name}.webp`),
      ),
      ...creators.flatMap(({ username }) =>
        ['avatar', 'banner'].map((name) => `avatars/creadores/${username}/${name}.webp`),
      ),
    ];
    expect(globSync('**/*.webp', { cwd: folder }).sort()).toEqual(shown.sort());
  });
  it('sells the three coin packs at their prices', () => {
    expect(products.filter((p) => p.coins).map(({ coins, price }) => [coins, price])).toEqual([
      [100, 1.59],
      [500, 7.95],
      [1000, 15.9],
    ]);
  });
  it('has valid references', () => {
    const people = new Set([...creators, ...buyers].map(({ username }) => username));
    for (const product of products) {
      expect(people.has(product.creator), product.slug).toBe(true);
      if (product.base) expect(slugs.has(product.base), product.slug).toBe(true);
    }
    for (const slug of [
      ...bundles.flatMap((b) => b.products),
      ...[...coupons, ...redeemCodes, ...purchases, ...questions].map((x) => x.product),
      ...posts.flatMap(({ product }) => product ?? []),
    ])
      expect(slugs.has(slug), slug).toBe(true);
    const named = [
      ...questions.flatMap(({ person, thanks = [] }) => [person, ...thanks]),
      ...posts.map(({ author }) => author),
    ];
    for (const name of named) expect(people.has(name), name).toBe(true);
  });
  it("has questions of other people, each answered and thanked for after its product's release", () => {
    for (const { product, person, thanks = [], daysAgo } of questions) {
      const { creator, ageDays } = products.find(({ slug }) => slug === product) as (typeof products)[number];
      expect([person, ...thanks], product).not.toContain(creator);
      expect(thanks, product).not.toContain(person);
      expect([daysAgo > 2, daysAgo < ageDays], product).toEqual([true, true]);
    }
  });
  it('has a person of every kind', () => {
    expect(creators).toHaveLength(8);
    expect(new Set(buyers.map(({ reputation }) => reputation))).toEqual(
      new Set([undefined, 'neutra', 'mala', 'deshabilitado']),
    );
    expect(buyers.some(({ club }) => club) && buyers.some(({ banned }) => banned)).toBe(true);
  });
});
