import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { AuthCard } from '@/components/account/auth-card';
import { NewPasswordForm } from '@/components/account/new-password-form-client';
import { isRecovering } from '@/lib/account/sign-in/recovery';
import { formAnswer } from '@/lib/core/action/form-answer';
import type { PageQuery } from '@/lib/core/http/page-query';
import { safeNext } from '@/lib/gates/routes';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth'))('newPasswordTitle'), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

export default async function ResetPasswordPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  await connection();
  const t = await getTranslations('auth');
  return (
    <AuthCard>
      <h1 className="mb-6 text-2xl font-extrabold">{t('newPasswordTitle')}</h1>
      <Form query={searchParams} />
    </AuthCard>
  );
}

/** The form; after a confirmation (`?confirmed=1`) with the reason for the password. */
async function Form({ query }: { query: Promise<PageQuery> }) {
  const [{ confirmed, next }, isOpen, t] = await Promise.all([query, isRecovering(), getTranslations('auth')]);
  return (
    <>
      {confirmed && isOpen && <p className="mb-6 text-muted">{t('confirmedText')}</p>}
      <NewPasswordForm isOpen={isOpen} next={safeNext(String(next ?? '/'))} answer={formAnswer('newPasswordAction')} />
    </>
  );
}
