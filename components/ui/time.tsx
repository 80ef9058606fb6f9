import { useFormatter } from 'next-intl';

type Props = { at: string | number | Date; look: 'day' | 'moment' | 'precise'; className?: string };

/** A time for people and machines: browsers and search engines cannot parse the database's format. */
export function Time({ at, look, className }: Props) {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()} className={className}>
      {useFormatter().dateTime(date, look)}
    </time>
  );
}
