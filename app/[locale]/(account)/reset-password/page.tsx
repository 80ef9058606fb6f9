import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { AuthCard } from '@/components/account/auth-card';
import { NewPasswordForm } from '@/components/account/new-password-form-client';
import { ButtonLink } from '@/components/ui/button-link';
import { Skeleton } from '@/components/ui/skeleton';
import { getMe } from '@/lib/account/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth'))('newPasswordTitle'), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

export default async function ResetPasswordPage() {
  await connection();
  const t = await getTranslations('auth');
  return (
    <AuthCard>
      <h1 className="mb-6 text-2xl font-extrabold">{t('newPasswordTitle')}</h1>
      <Suspense fallback={<Skeleton className="h-64" />}>
        <Form />
      </Suspense>
    </AuthCard>
  );
}

async function Form() {
  if (await getMe()) return <NewPasswordForm />;
  const t = await getTranslations('auth');
  return (
    <div className="space-y-5">
      <p className="text-muted">{t('linkNeeded')}</p>
      <ButtonLink href="/login?mode=reset" variant="buy">
        {t('reset')}
      </ButtonLink>
    </div>
  );
}
