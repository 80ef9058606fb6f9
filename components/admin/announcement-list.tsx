import { getTranslations } from 'next-intl/server';
import { Badge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Megaphone } from '@/components/ui/icons/shop';
import { PageLinks } from '@/components/ui/page-links';
import { type AdminAnnouncement, listAnnouncements } from '@/lib/admin/announcements';
import { AnnouncementButtons } from './announcement-buttons-client';
import { AnnouncementEditor } from './announcement-form-client';

const path = '/dashboard-admin/announcements';
const readable = (moment: string) => moment.replace('T', ' ');

/** @param before id of the last announcement of the previous page; null on the first page */
async function Announcement({ item, before }: { item: AdminAnnouncement; before: number | null }) {
  const t = await getTranslations('admin.announcements');
  const { form } = item;
  return (
    <article aria-label={form.titleEs} className="space-y-3 rounded-card border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 font-bold break-words">{form.titleEs}</h2>
        <Badge tone={item.state === 'publicado' ? 'buy' : 'plain'}>{t(`states.${item.state}`)}</Badge>
      </div>
      <p className="text-sm text-muted">{t('span', { from: readable(form.from), to: readable(form.to) })}</p>
      <p className="text-sm break-words whitespace-pre-line">{form.textEs}</p>
      <p className="text-sm break-words whitespace-pre-line text-muted" lang="en">
        {form.titleEn} · {form.textEn}
      </p>
      <p className="text-sm text-muted">
        {[form.banner && t('onPages'), form.mail && t('byMail', { count: item.mailed }), form.href]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className="flex flex-wrap gap-3">
        {item.state === 'borrador' && (
          <ButtonLink href={`${path}?editar=${item.id}${before === null ? '' : `&antes=${before}`}`}>
            {t('edit')}
          </ButtonLink>
        )}
        <AnnouncementButtons announcement={item} />
      </div>
    </article>
  );
}

/**
 * Announcements, newest first.
 *
 * @param edited id of the open draft, or `nuevo`
 */
export async function AnnouncementList({ edited, before }: { edited: string | null; before: number | null }) {
  const t = await getTranslations('admin.announcements');
  const { shown: found, next } = await listAnnouncements(before);
  const open = found.find(({ id, state }) => String(id) === edited && state === 'borrador');
  return (
    <MoreClientMessages namespaces={['admin']}>
      <div className="space-y-4">
        {edited === 'nuevo' || open ? (
          <AnnouncementEditor key={open?.id ?? 'new'} announcement={open ?? null} />
        ) : (
          <ButtonLink href={`${path}?editar=nuevo`} variant="buy">
            {t('create')}
          </ButtonLink>
        )}
        {found.length === 0 ? (
          <EmptyState icon={<Megaphone />} title={t('none')} />
        ) : (
          <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
            {found.map((item) => (
              <li key={item.id}>
                <Announcement item={item} before={before} />
              </li>
            ))}
          </ul>
        )}
        <PageLinks newest={before !== null && path} older={next !== null && `${path}?antes=${next}`} />
      </div>
    </MoreClientMessages>
  );
}
