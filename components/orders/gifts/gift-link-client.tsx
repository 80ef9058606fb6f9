'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CopyText } from '@/components/ui/copy-text-client';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { resendGift } from '@/lib/orders/gifts/action';

type Props = { id: string; href: string; email: string | null };

/** The link of a gift to copy, and its mail to send again. */
export function GiftLinkBox({ id, href, email }: Props) {
  const t = useTranslations('gifts.link');
  const router = useRouter();
  const [address, setAddress] = useState(email ?? '');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { run, pending, problem } = useAction(() => resendGift(id, address.trim()), {
    messages: useProblemText('gifts.errors'),
    onDone: () => {
      setSentTo(address.trim());
      router.refresh();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setSentTo(null);
    run();
  }

  return (
    <>
      <div className="space-y-3">
        <p id="gift-link" className="rounded-control border border-line bg-raised p-3 font-mono text-sm break-all">
          {href}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <CopyText text={href} label={t('copy')} shown="gift-link" variant="buy" />
        </div>
        <p className="text-sm text-muted">{t('secret')}</p>
      </div>
      <form method="dialog" onSubmit={submit} noValidate className="space-y-3 border-t border-line pt-4">
        <Field
          label={t('email')}
          hint={email ? t('againHint') : t('emailHint')}
          type="email"
          value={address}
          maxLength={254}
          autoComplete="off"
          onChange={(event) => setAddress(event.target.value)}
        />
        <div aria-live="polite" className="space-y-3 empty:hidden">
          {problem && <Notice tone="bad">{problem}</Notice>}
          {sentTo && <Notice tone="good">{t('sent', { email: sentTo })}</Notice>}
        </div>
        <Button type="submit" pending={pending} disabled={address.trim() === ''}>
          {t(email && address.trim().toLowerCase() === email ? 'again' : 'send')}
        </Button>
      </form>
    </>
  );
}
