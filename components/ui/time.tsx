import { useFormatter } from 'next-intl';

type Props = { at: string | number | Date; look: 'day' | 'moment' | 'precise'; className?: string };

/** A moment for people and for machines: a database's own text is no date that browsers and search engines read. */
export function Time({ at, look, className }: Props) {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()} className={className}>
      {useFormatter().dateTime(date, look)}
    </time>
  );
}
