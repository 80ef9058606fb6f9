'use client';

import { useRouter } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { toast } from '@/components/ui/toast';
import { removeTwoFactorApp } from '@/lib/account/two-factor/action';
import type { Factor } from '@/lib/account/two-factor/types';
import { CodeDialog } from './code-dialog-client';

/**
 * Authenticator apps of a person. Before the last one is removed, a warning says that it disables the second factor.
 */
export function AppList({ apps, mayTurnOff }: { apps: Factor[]; mayTurnOff: boolean }) {
  const t = useTranslations('twoFactor');
  const format = useFormatter();
  const router = useRouter();
  const [removing, setRemoving] = useState<Factor>();
  const isLast = apps.length === 1;
  return (
    <>
      <ul className="space-y-2">
        {apps.map((app) => (
          <li
            key={app.id}
            className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-line p-3"
          >
            <span>
              <span className="block font-semibold">{app.name}</span>
              <span className="text-sm text-muted">
                {t('since', { date: format.dateTime(new Date(app.createdAt), 'day') })}
              </span>
            </span>
            {(!isLast || mayTurnOff) && (
              <Button aria-label={t('removeApp', { name: app.name })} onClick={() => setRemoving(app)}>
                {t('remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isLast && !mayTurnOff && <p className="mt-3 text-sm text-muted">{t('staffKeepsOne')}</p>}
      {removing && (
        <CodeDialog
          title={t('removeTitle', { name: removing.name })}
          description={t(isLast ? 'removeLastText' : 'removeText')}
          confirm={t(isLast ? 'turnOff' : 'remove')}
          asksForCode
          send={(code) => removeTwoFactorApp(removing.id, code)}
          onDone={() => {
            setRemoving(undefined);
            void toast('success', t(isLast ? 'turnedOff' : 'removed'));
            router.refresh();
          }}
          onClose={() => setRemoving(undefined)}
        >
          {isLast && (
            <ul className="mt-4 list-disc space-y-1 pl-5 text-sm">
              <li>{t('losesStep')}</li>
              <li>{t('losesCodes')}</li>
            </ul>
          )}
        </CodeDialog>
      )}
    </>
  );
}
