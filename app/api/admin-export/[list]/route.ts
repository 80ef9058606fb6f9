import { listFiles } from '@/components/admin/lists';
import { fileRoute } from '@/lib/account/file-route';
import { exportPages, fileHeader } from '@/lib/admin/export';
import { parseListFilter } from '@/lib/admin/query';
import { csvStream } from '@/lib/core/csv';
import { requestLocale } from '@/lib/core/i18n/server';
import { createRequestClient } from '@/lib/core/supabase/server';

/** A panel list as CSV, with the search and filters of its page. For admins with a second factor. */
export const GET = fileRoute<{ list: string }>('/dashboard-admin', async (me, request, params) => {
  if (me.role !== 'admin' || me.secondFactor !== 'shown') return 'sin_permiso';
  const list = listFiles.find(({ source }) => source === params.list);
  if (!list) return 'no_existe';
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const filter = { ...parseListFilter(query, [query.filtro ?? ''], list), after: null };
  const pages = exportPages(await createRequestClient(), list, filter);
  return csvStream(`unstore-${list.source}.csv`, fileHeader(list.fileColumns), pages, await requestLocale());
});
