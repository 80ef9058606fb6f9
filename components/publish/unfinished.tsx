import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Link } from '@/components/ui/link-client';
import { inLanguage } from '@/lib/catalog/rows';
import { listArchived, listDrafts } from '@/lib/publish/drafts';
import type { KeptDraft } from '@/lib/publish/types';
import { RemoveDraft } from './remove-draft-client';

const row = 'relative flex min-h-14 items-center justify-between gap-3 px-4 py-2 hover:bg-raised';

/** The creator's drafts and archived products; renders nothing without any. */
export async function Unfinished({ creatorId }: { creatorId: string }) {
  const [t, format, locale] = await Promise.all([getTranslations('publish.unfinished'), getFormatter(), getLocale()]);
  const [drafts, archived] = await Promise.all([listDrafts(), listArchived(creatorId, locale)]);
  const nameOf = ({ draft }: KeptDraft) => inLanguage(locale, draft.name, draft.nameEn) || t('noName');
  return (
    <MoreClientMessages namespaces={['publish']}>
      {drafts.length > 0 && (
        <section aria-labelledby="drafts" className="space-y-4">
          <h2 id="drafts" className="text-xl font-bold">
            {t('drafts')}
          </h2>
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {drafts.map((draft) => (
              <li key={draft.id} className={row}>
                <div className="min-w-0">
                  <Link
                    href={draft.slug ? `/edit/${draft.slug}` : `/publicar?borrador=${draft.id}`}
                    className="font-semibold after:absolute after:inset-0"
                  >
                    {nameOf(draft)}
                  </Link>
                  <p className="text-sm text-muted">
                    {t(draft.slug ? 'change' : 'new')} ·{' '}
                    {t('saved', { date: format.dateTime(new Date(draft.savedAt), 'precise') })}
                  </p>
                </div>
                <RemoveDraft id={draft.id} name={nameOf(draft)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {archived.length > 0 && (
        <details className="rounded-card border border-line p-4">
          <summary className="min-h-11 cursor-pointer content-center font-bold">
            {t('archived', { count: archived.length })}
          </summary>
          <ul className="divide-y divide-line">
            {archived.map(({ slug, name }) => (
              <li key={slug} className={row}>
                <Link href={`/edit/${slug}`} className="font-semibold after:absolute after:inset-0">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      )}
    </MoreClientMessages>
  );
}
