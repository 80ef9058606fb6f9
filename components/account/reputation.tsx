import { useTranslations } from 'next-intl';
import { classNames } from '@/components/ui/class-names';
import type { Reputation as State } from '@/lib/account/types';

const looks = {
  buena: { filled: 3, color: 'bg-good' },
  neutra: { filled: 2, color: 'bg-warn' },
  mala: { filled: 1, color: 'bg-bad' },
  deshabilitado: { filled: 0, color: 'bg-bad' },
} as const;

/** The account's reputation as three segments (docs/behaviour/account.md, "Reputation"). */
export function Reputation({ state, short = false }: { state: State; short?: boolean }) {
  const t = useTranslations('profile');
  const { filled, color } = looks[state];
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-left">
      {!short && <span className="text-sm text-muted">{t('reputation')}</span>}
      <span className="sr-only">{t('segments', { count: String(filled) })}</span>
      <span aria-hidden className="flex gap-1">
        {[1, 2, 3].map((segment) => (
          <span
            key={segment}
            className={classNames(
              'h-2 w-8 rounded-full forced-color-adjust-none',
              segment <= filled ? color : 'bg-raised',
            )}
          />
        ))}
      </span>
      <span className="text-sm font-semibold">{t(`reputations.${state}`)}</span>
    </span>
  );
}
