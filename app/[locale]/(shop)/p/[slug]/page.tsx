import { cacheLife, cacheTag } from 'next/cache';
import { notFound } from 'next/navigation';

async function get(slug: string) {
  'use cache';
  cacheTag(`p:${slug}`);
  cacheLife('max');
  return slug.startsWith('x') ? null : { slug, at: new Date().toISOString() };
}
export const ensureStatic = 'navigation';
export async function generateStaticParams() {
  return [{ slug: 'one' }, { slug: 'two' }];
}
export default async function P({ params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  const p = await get(slug);
  if (!p) notFound();
  return (
    <h1>
      {p.slug} {p.at}
    </h1>
  );
}
