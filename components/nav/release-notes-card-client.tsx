'use client';

import { useTranslations } from 'next-intl';
import { classNames } from '@/components/ui/class-names';
import { Sparkles, X } from '@/components/ui/icons/shop';
import { OnFloor } from '@/components/ui/on-floor-client';

const added = ['summary', 'coupons'] as const;
const fixed = ['mobile', 'performance', 'clubAccount', 'submenu', 'dependencies', 'clubButton'] as const;

type Props = { version: string; closing: boolean; onDismiss: () => void };

/** A card in the corner rather than a dialog, because most visitors came for something else. */
export function ReleaseNotesCard({ version, closing, onDismiss }: Props) {
  const t = useTranslations('nav.release');
  return (
    <OnFloor>
      <aside
        aria-labelledby="release-notes"
        className={classNames(
          'w-full rounded-card border border-line bg-surface p-4 shadow-card transition duration-200 sm:w-88',
          closing && 'translate-y-4 opacity-0',
        )}
      >
        <div className="flex items-center gap-3">
          <Sparkles aria-hidden className="size-6 shrink-0 text-club-ink" />
          <p id="release-notes" className="min-w-0 flex-1 font-bold">
            HotFix #2 <span className="block text-sm font-normal text-muted">{version}</span>
          </p>
          <button
            type="button"
            aria-label={t('dismiss')}
            onClick={onDismiss}
            className="grid size-11 place-items-center rounded-control hover:bg-raised"
          >
            <X aria-hidden className="size-5" />
          </button>
        </div>
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold text-link">
            {t('open')}
          </summary>
          <div className="max-h-[40dvh] space-y-3 overflow-y-auto text-sm">
            {([['added', added] as const, ['fixed', fixed] as const] as const).map(([kind, items]) => (
              <div key={kind}>
                <p className="font-semibold">{t(kind)}</p>
                <ul className="list-disc pl-5 text-muted">
                  {items.map((item) => (
                    <li key={item}>{t(`items.${item}`)}</li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </details>
      </aside>
    </OnFloor>
  );
}
