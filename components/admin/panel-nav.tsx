import { useFormatter, useTranslations } from 'next-intl';
import { NavLink } from '@/components/nav/nav-link-client';
import { getTasks, type Tasks } from '@/lib/admin/tasks';
import { panelTabs } from '@/lib/gates/pages';

/** Grouped tabs of the panel with the counts of open tasks. On phones they are one scrolling row. */
export function PanelNav({ tasks = [] }: { tasks?: Tasks }) {
  const t = useTranslations('admin');
  const format = useFormatter();
  return (
    <nav aria-label={t('title')}>
      <ul data-menu className="relative flex gap-x-6 gap-y-3 max-md:overflow-x-auto md:flex-wrap">
        {panelTabs.map(({ group, tabs }) => (
          <li key={group} className="shrink-0">
            <p id={`tabs-${group}`} className="px-3 text-xs font-semibold text-muted">
              {t(`groups.${group}`)}
            </p>
            <ul aria-labelledby={`tabs-${group}`} className="flex gap-1 md:flex-wrap">
              {tabs.map(({ path, label }) => {
                const count = tasks.find((task) => task.path === path)?.count ?? 0;
                return (
                  <li key={path} className="shrink-0">
                    <NavLink href={path}>
                      <span>{t(label)}</span>
                      {count > 0 && (
                        <span className="rounded-full bg-raised px-2 text-xs font-bold tabular-nums">
                          <span aria-hidden>{format.number(count)}</span>
                          <span className="sr-only">{t('waiting', { count })}</span>
                        </span>
                      )}
                    </NavLink>
                  </li>
                );
              })}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The tabs with counts, or without them if they are unavailable. */
export async function CountedPanelNav() {
  const { tasks } = await getTasks();
  return <PanelNav tasks={tasks} />;
}
