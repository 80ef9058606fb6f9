import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { AuthCard } from '@/components/account/auth-card';
import { LoginForm } from '@/components/account/login-form-client';
import { NoCookies } from '@/components/account/no-cookies-client';
import { RegisterForm } from '@/components/account/register-form-client';
import { ResetForm } from '@/components/account/reset-form-client';
import { SocialButtons } from '@/components/account/social-buttons';
import { getMe } from '@/lib/account/server';
import { configuredProviders } from '@/lib/account/sign-in/configured-providers';
import { formAnswer } from '@/lib/core/action/form-answer';
import { env } from '@/lib/core/env';
import { safeNext } from '@/lib/gates/routes';

type Search = { mode?: string; next?: string; error?: string };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth'))('login'), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** One screen, three modes: log in, register, reset the password. */
export default async function LoginPage({ searchParams }: { searchParams: Promise<Search> }) {
  await connection();
  return (
    <AuthCard>
      <NoCookies />
      <Mode searchParams={searchParams} />
    </AuthCard>
  );
}

async function Mode({ searchParams }: { searchParams: Promise<Search> }) {
  const { mode, next: asked, error } = await searchParams;
  const next = safeNext(asked);
  // A person from another service sets their first password while signed in.
  if (mode !== 'reset' && (await getMe())) redirect(next);
  const t = await getTranslations('auth');
  const { ALLOWED_EMAIL_DOMAINS, LOCAL_MAILBOX_URL } = env();
  if (mode === 'register') {
    return (
      <>
        <h1 className="mb-6 text-2xl font-extrabold">{t('register')}</h1>
        <SocialButtons providers={await configuredProviders()} next={next} />
        <RegisterForm
          next={next}
          domains={ALLOWED_EMAIL_DOMAINS}
          localMailbox={LOCAL_MAILBOX_URL ?? null}
          answer={formAnswer('registerAction')}
        />
      </>
    );
  }
  if (mode === 'reset') {
    return (
      <>
        <h1 className="mb-2 text-2xl font-extrabold">{t('reset')}</h1>
        <p className="mb-6 text-muted">{t('resetText')}</p>
        <ResetForm next={next} answer={formAnswer('resetAction')} />
      </>
    );
  }
  return (
    <>
      <h1 className="mb-2 text-2xl font-extrabold">{t('welcome')}</h1>
      <p className="mb-6 text-muted">{t('welcomeText')}</p>
      <SocialButtons providers={await configuredProviders()} next={next} />
      <LoginForm next={next} answer={formAnswer('logInAction') ?? (error ? { error } : undefined)} />
    </>
  );
}
