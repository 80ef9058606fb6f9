import { Download } from 'lucide-react';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { buttonStyles } from '@/components/ui/button-styles';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { Notice } from '@/components/ui/notice';
import type { ListFilter, ListName, ListPage } from '@/lib/admin/lists';
import { toListQuery } from '@/lib/admin/query';
import type { Result } from '@/lib/core/action/result';

const control = 'mt-1.5 h-12 w-full rounded-control border border-line bg-canvas px-3.5';

type Choice = { label: string; options: Array<[value: string, label: string]> };

/** The search, filter and order above a list: a plain form, so that the result has an address. */
async function Filter({ filter, searchLabel, choice }: { filter: ListFilter; searchLabel: string; choice: Choice }) {
  const t = await getTranslations('admin.list');
  return (
    <form className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_14rem_12rem_auto]">
      <label className="text-sm font-medium">
        {searchLabel}
        <input name="q" defaultValue={filter.search} maxLength={200} className={control} />
      </label>
      <label className="text-sm font-medium">
        {choice.label}
        <select name="filtro" defaultValue={filter.choice ?? ''} className={control}>
          <option value="">{t('all')}</option>
          {choice.options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label className="text-sm font-medium">
        {t('order')}
        <select name="orden" defaultValue={filter.isAscending ? 'asc' : ''} className={control}>
          <option value="">{t('newest')}</option>
          <option value="asc">{t('oldest')}</option>
        </select>
      </label>
      <Button type="submit">{t('apply')}</Button>
    </form>
  );
}

type Props<Row> = {
  list: ListName;
  /** The path of the list's page. */
  path: string;
  filter: ListFilter;
  found: Result<ListPage<Row>>;
  searchLabel: string;
  choice: Choice;
  columns: string[];
  icon: ReactNode;
  empty: string;
  /** The text for a list that cannot be read. */
  failed: string;
  /** An extra action, such as creating something. */
  action?: ReactNode;
  className?: string;
  children: (row: Row) => ReactNode;
};

/** A list of the panel. The database searches, filters, sorts and pages it; it can be saved as a file. */
export async function AdminList<Row>({ list, path, filter, found, children: renderRow, ...props }: Props<Row>) {
  const t = await getTranslations('admin.list');
  const address = (change: Partial<ListFilter>, base = path) => `${base}?${toListQuery({ ...filter, ...change })}`;
  return (
    <div className="space-y-5">
      <Filter filter={filter} searchLabel={props.searchLabel} choice={props.choice} />
      <div className="flex flex-wrap justify-end gap-3">
        <a href={address({ after: null }, `/api/admin-export/${list}`)} download className={buttonStyles({})}>
          <Download aria-hidden className="size-4" />
          {t('export')}
        </a>
        {props.action}
      </div>
      {!found.ok && <Notice tone="bad">{props.failed}</Notice>}
      {found.ok && found.value.rows.length === 0 && <EmptyState icon={props.icon} title={props.empty} />}
      {found.ok && found.value.rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        <div tabIndex={0} className="overflow-x-auto rounded-card border border-line bg-surface">
          <table className={classNames('w-full min-w-3xl text-left text-sm', props.className)}>
            <thead className="text-muted">
              <tr>
                {props.columns.map((column) => (
                  <th key={column} scope="col" className="px-4 py-3 font-medium">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line [&_td]:px-4 [&_td]:py-2">{found.value.rows.map(renderRow)}</tbody>
          </table>
        </div>
      )}
      {found.ok && found.value.next && <ButtonLink href={address({ after: found.value.next })}>{t('more')}</ButtonLink>}
    </div>
  );
}
