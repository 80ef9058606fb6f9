import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { BookList } from '@/components/admin/book-list';
import { TextLink } from '@/components/ui/text-link';
import { requireAdmin } from '@/lib/account/access';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin.books'))('title'), robots: { index: false } };
}

/** Ledger invariants, checked whenever the page is opened. */
export default async function BooksPage() {
  await requireAdmin('/dashboard-admin/books');
  const t = await getTranslations('admin.books');
  return (
    <>
      <header className="space-y-1">
        <h1 className="text-3xl font-extrabold">{t('title')}</h1>
        <p className="text-muted">{t('text')}</p>
        <TextLink href="/dashboard-admin/books">{t('again')}</TextLink>
      </header>
      <BookList />
    </>
  );
}
