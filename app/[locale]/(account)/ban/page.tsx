import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { connection } from 'next/server';
import { getFormatter, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { AppealForm } from '@/components/account/appeal-form-client';
import { AuthCard } from '@/components/account/auth-card';
import { ButtonLink } from '@/components/ui/button-link';
import { Ban } from '@/components/ui/icons/desk';
import { Skeleton } from '@/components/ui/skeleton';
import { isBanned, withoutEnd } from '@/lib/account/identity/row';
import { getMeOrBanned } from '@/lib/account/server';
import { env } from '@/lib/core/env';
import { getOpenAppeal } from '@/lib/moderation/reports/own-appeal';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth'))('banTitle'), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

export default async function BanPage() {
  await connection();
  const t = await getTranslations('auth');
  return (
    <AuthCard>
      <Ban aria-hidden className="mb-4 size-10 text-bad" />
      <h1 className="mb-3 text-2xl font-extrabold">{t('banTitle')}</h1>
      <Suspense fallback={<Skeleton className="h-12" />}>
        <Reason />
      </Suspense>
      <div className="mt-6 border-t border-line pt-6">
        <Suspense fallback={<Skeleton className="h-72" />}>
          <Appeal />
        </Suspense>
      </div>
      <ButtonLink href="/logout" prefetch={false} variant="danger" className="mt-6 w-full">
        {t('logout')}
      </ButtonLink>
    </AuthCard>
  );
}

async function Appeal() {
  const me = await getMeOrBanned();
  if (!me) return null;
  return <AppealForm userId={me.id} supportEmail={env().SUPPORT_EMAIL} open={await getOpenAppeal(me.id)} />;
}

async function Reason() {
  const [me, t, format] = await Promise.all([getMeOrBanned(), getTranslations('auth'), getFormatter()]);
  if (!me || !isBanned(me)) redirect('/');
  const end = me.bannedUntil === withoutEnd ? null : me.bannedUntil;
  return (
    <div className="space-y-1 text-muted">
      <p>{end ? t('banUntil', { date: format.dateTime(new Date(end), 'day') }) : t('banForGood')}</p>
      {me.banReason && <p>{t('banReason', { reason: me.banReason })}</p>}
    </div>
  );
}
