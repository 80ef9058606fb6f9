import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { requireAdmin } from '@/lib/account/access';
import type { ListFilter } from '@/lib/admin/lists';
import { parseListFilter, type Query } from '@/lib/admin/query';

type AdminListTitle =
  | 'users'
  | 'products'
  | 'orders'
  | 'payments'
  | 'charges'
  | 'withdrawals'
  | 'coupons'
  | 'codes'
  | 'events';

type Props = {
  title: AdminListTitle;
  searchParams: Promise<Query>;
  /** The filters of the list. */
  choices: readonly string[];
  children: (filter: ListFilter) => ReactNode;
};

/** The title of a list's page, by the last part of its address. */
export async function listMetadata(title: AdminListTitle): Promise<Metadata> {
  return { title: (await getTranslations('admin'))(title), robots: { index: false } };
}

/** The page of a list of the panel, for admins. The search stands in its address. */
export async function ListPage({ title, searchParams, choices, children }: Props) {
  const filter = parseListFilter(await searchParams, choices);
  await requireAdmin(`/dashboard-admin/${title}`);
  const t = await getTranslations('admin');
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t(title)}</h1>
      {children(filter)}
    </>
  );
}
