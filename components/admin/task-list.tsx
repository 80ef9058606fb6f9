import { getFormatter, getTranslations } from 'next-intl/server';
import { Link } from '@/components/ui/link-client';
import { Notice } from '@/components/ui/notice';
import { getTasks } from '@/lib/admin/tasks';

/** Open staff tasks with counts and links; disputes and appeals also show the nearest deadline. */
export async function TaskList() {
  const [t, format, { tasks, disputeDueAt, appealDueAt, mailError, isKnown }] = await Promise.all([
    getTranslations('admin.tasks'),
    getFormatter(),
    getTasks(),
  ]);
  const open = tasks.filter(({ count }) => count > 0);
  return (
    <section aria-labelledby="tasks" className="rounded-card border border-line bg-surface p-5">
      <h2 id="tasks" className="text-xl font-bold">
        {t('title')}
      </h2>
      {!isKnown && <Notice tone="bad">{t('failed')}</Notice>}
      {isKnown && open.length === 0 && <p className="mt-2 text-muted">{t('none')}</p>}
      <ul className="mt-2 divide-y divide-line">
        {open.map(({ kind, count, path }) => (
          <li key={kind} className="py-1">
            {path ? (
              <Link href={path} className="inline-flex min-h-11 items-center font-semibold text-link hover:underline">
                {t(`kinds.${kind}`, { count })}
              </Link>
            ) : (
              <p className="py-2.5 font-semibold">{t(`kinds.${kind}`, { count })}</p>
            )}
            {kind === 'disputes' && disputeDueAt && (
              <p className="text-sm text-warn">
                {t('due', { date: format.dateTime(new Date(disputeDueAt), 'moment') })}
              </p>
            )}
            {kind === 'reports' && appealDueAt && (
              <p className="text-sm text-warn">
                {t('appealDue', { date: format.dateTime(new Date(appealDueAt), 'moment') })}
              </p>
            )}
            {kind === 'mails' && mailError && (
              <p className="text-sm text-muted wrap-anywhere">{t('mailError', { error: mailError })}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
