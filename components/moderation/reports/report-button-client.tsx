'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useMe } from '@/components/account/use-me';
import { UnknownNote, useWhenKnown } from '@/components/account/use-when-known';
import { Button } from '@/components/ui/button';
import { Flag } from '@/components/ui/icons/shop';
import { onDemand } from '@/components/ui/on-demand';
import type { ReportedKind } from '@/lib/moderation/reports/types';

const LoginRequired = onDemand(() =>
  import('@/components/account/gate-dialogs-client').then((module) => module.LoginRequired),
);
const ReportDialog = onDemand(() => import('./report-dialog-client').then((module) => module.ReportDialog));

type Props = { kind: ReportedKind; id: string; name: string };

/** Reports a subject to the moderators. Needs an account; reporting oneself is not possible. */
export function ReportButton({ kind, id, name }: Props) {
  const t = useTranslations('reports');
  const state = useMe();
  const [isOpen, setOpen] = useState(false);
  const { press, isAsked } = useWhenKnown(() => setOpen(true));
  if (state.status === 'user' && kind === 'usuario' && state.me.id === id) return null;
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="ghost"
        aria-haspopup="dialog"
        aria-label={t('openFor', { name })}
        disabled={state.status === 'loading'}
        onClick={press}
      >
        <Flag aria-hidden className="size-4" />
        {t('open')}
      </Button>
      <UnknownNote isAsked={isAsked} />
      {isOpen && state.status === 'user' && <ReportDialog kind={kind} id={id} name={name} onClose={close} />}
      {isOpen && state.status === 'guest' && <LoginRequired onClose={close} />}
    </>
  );
}
