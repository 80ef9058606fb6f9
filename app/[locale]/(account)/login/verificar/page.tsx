import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { AuthCard } from '@/components/account/auth-card';
import { StepForm } from '@/components/account/two-factor/step-form-client';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { getMeOrBanned } from '@/lib/account/server';
import { formAnswer } from '@/lib/core/action/form-answer';
import { safeNext } from '@/lib/gates/routes';

type Search = { next?: string; modo?: string };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('twoFactor'))('title'), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** The second step of the sign-in, for accounts that have one. */
export default async function SecondStepPage({ searchParams }: { searchParams: Promise<Search> }) {
  await connection();
  return (
    <AuthCard>
      <Step searchParams={searchParams} />
    </AuthCard>
  );
}

async function Step({ searchParams }: { searchParams: Promise<Search> }) {
  const { next: asked, modo } = await searchParams;
  const next = safeNext(asked);
  const me = await getMeOrBanned();
  if (!me) redirect(`/login?next=${encodeURIComponent(next)}`);
  if (me.secondFactor !== 'pending') redirect(next);
  const t = await getTranslations('twoFactor');
  const withRecoveryCode = modo === 'recuperacion';
  return (
    <MoreClientMessages namespaces={['twoFactor']}>
      <h1 className="mb-2 text-2xl font-extrabold">{t('title')}</h1>
      <p className="mb-6 text-muted">{t(withRecoveryCode ? 'stepRecoveryText' : 'stepText')}</p>
      <StepForm
        key={modo}
        next={next}
        withRecoveryCode={withRecoveryCode}
        answer={formAnswer(withRecoveryCode ? 'spendRecoveryCodeAction' : 'verifyStepAction')}
      />
    </MoreClientMessages>
  );
}
