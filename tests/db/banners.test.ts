import { expect, test, vi } from 'vitest';
import { openShop } from './shop-harness.ts';

vi.mock('next/cache', () => ({ cacheLife: () => undefined, cacheTag: () => undefined }));
const { db } = await openShop();
const { sql } = db;
const { createPublicClient } = await import('@/lib/core/supabase/server');
const { getBanners } = await import('@/lib/status/banners');

test('banners are the current announcements marked as such, newest first, in both languages', async () => {
  await sql`
    insert into anuncios (titulo, titulo_en, texto, texto_en, enlace, desde, hasta, en_barra, estado, inicio)
    select n, n || ' en', 'Hola', 'Hello', '/events', now() - interval '1 day', now() + interval '1 day', n <> 'callado',
      case n when 'borrador' then 'borrador' when 'detenido' then 'detenido' else 'publicado' end,
      case n when 'futuro' then now() + interval '1 hour' when 'nuevo' then now() else now() - interval '1 hour' end
    from unnest(array['viejo', 'nuevo', 'futuro', 'callado', 'borrador', 'detenido']) n`;
  // The first response of an API is slow.
  await createPublicClient().from('anuncios').select('id');
  // A first answer that is late is there for the next call; one that failed is asked for again after ten seconds.
  await vi.waitUntil(async () => (await getBanners()).length > 0, 30_000);
  const shown = await getBanners();
  expect(shown.map(({ es }) => es.title)).toEqual(['nuevo', 'viejo']);
  expect(shown[0]).toMatchObject({ en: { title: 'nuevo en', text: 'Hello' }, href: '/events' });
});
