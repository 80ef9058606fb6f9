import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { PanelList } from '@/components/panel/define-list';
import { requireAdmin } from '@/lib/account/access';
import { parseListFilter } from '@/lib/admin/query';
import type { PageQuery } from '@/lib/core/http/page-query';
import { listPath, type PanelListName, panelLists } from './lists';

/** Title of a list's page, by its name. */
export async function listMetadata(name: PanelListName): Promise<Metadata> {
  return { title: (await getTranslations('admin'))(name), robots: { index: false } };
}

/** Page of a panel list, for admins. The query parameters contain the search. */
export async function ListPage({ name, searchParams }: { name: PanelListName; searchParams: Promise<PageQuery> }) {
  const list: PanelList = panelLists[name];
  const path = listPath(name);
  const filter = parseListFilter(await searchParams, list.choices, list);
  await requireAdmin(path, searchParams);
  const t = await getTranslations('admin');
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t(name)}</h1>
      {list.render({ filter, path })}
    </>
  );
}
