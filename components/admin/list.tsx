import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';

type FilterProps = {
  search: { label: string; value: string };
  choice: { name: string; label: string; value: string | null; all: string; options: Array<[string, string]> };
  apply: string;
};

const control = 'mt-1.5 h-12 w-full rounded-control border border-line bg-canvas px-3.5';

/** The search box and the choice above a list of the panel: a plain form, whose address can be kept. */
export function ListFilter({ search, choice, apply }: FilterProps) {
  return (
    <form className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_14rem_auto]">
      <label className="text-sm font-medium">
        {search.label}
        <input name="q" defaultValue={search.value} maxLength={200} className={control} />
      </label>
      <label className="text-sm font-medium">
        {choice.label}
        <select name={choice.name} defaultValue={choice.value ?? ''} className={control}>
          <option value="">{choice.all}</option>
          {choice.options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit">{apply}</Button>
    </form>
  );
}

type TableProps = { columns: string[]; children: ReactNode; className: string };

/** The frame of a list of the panel. A table that is wider than the screen is scrolled, by keyboard too. */
export function ListTable({ columns, children, className }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <div tabIndex={0} className="overflow-x-auto rounded-card border border-line bg-surface">
      <table className={classNames('w-full text-left text-sm', className)}>
        <thead className="text-muted">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-4 py-3 font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </div>
  );
}
