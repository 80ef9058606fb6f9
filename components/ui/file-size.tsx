import { useFormatter } from 'next-intl';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A localised size in its largest whole unit. */
export function FileSize({ bytes }: { bytes: number }) {
  const format = useFormatter();
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const unit = units[step] ?? 'byte';
  return <>{format.number(bytes / 1000 ** step, { style: 'unit', unit, maximumFractionDigits: 1 })}</>;
}
