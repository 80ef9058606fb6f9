import { listFiles } from '@/components/admin/lists';
import { getMe } from '@/lib/account/server';
import { exportPages } from '@/lib/admin/export';
import { parseListFilter } from '@/lib/admin/query';
import { csvStream } from '@/lib/core/csv';
import { orOutage } from '@/lib/core/http/outage';
import { createRequestClient } from '@/lib/core/supabase/server';

/** A whole list of the panel as CSV, with the search and the filter of its page. For admins with a second factor. */
export const GET = orOutage(async (request: Request, { params }: { params: Promise<{ list: string }> }) => {
  const [me, asked] = [await getMe(), (await params).list];
  if (!me) return Response.json({ error: 'sin_sesion' }, { status: 401 });
  if (me.role !== 'admin' || me.secondFactor !== 'shown')
    return Response.json({ error: 'sin_permiso' }, { status: 403 });
  const list = listFiles.find(({ source }) => source === asked);
  if (!list) return Response.json({ error: 'no_existe' }, { status: 404 });
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const filter = { ...parseListFilter(query, [query.filtro ?? ''], list), after: null };
  const pages = exportPages(await createRequestClient(), list, filter);
  return csvStream(`unstore-${list.source}.csv`, list.fileColumns, pages);
});
