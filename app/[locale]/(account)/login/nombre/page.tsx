import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { AuthCard } from '@/components/account/auth-card';
import { ChooseNameForm } from '@/components/account/choose-name-form-client';
import { requireMe } from '@/lib/account/server';
import { chooseNamePage, suggestUsername } from '@/lib/account/sign-in/social-sign-in';
import { formAnswer } from '@/lib/core/action/form-answer';
import { safeNext } from '@/lib/gates/routes';

type Props = { searchParams: Promise<{ next?: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth'))('chooseName.title'), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** Lets a person from another service choose a username, once. */
export default async function ChooseNamePage({ searchParams }: Props) {
  await connection();
  return (
    <AuthCard>
      <Choice searchParams={searchParams} />
    </AuthCard>
  );
}

async function Choice({ searchParams }: Props) {
  const next = safeNext((await searchParams).next);
  await requireMe(`${chooseNamePage}?next=${encodeURIComponent(next)}`);
  const suggestion = await suggestUsername();
  if (suggestion === null) redirect(next);
  const t = await getTranslations('auth');
  return (
    <>
      <h1 className="mb-2 text-2xl font-extrabold">{t('chooseName.title')}</h1>
      <p className="mb-6 text-muted">{t('chooseName.text')}</p>
      <ChooseNameForm next={next} suggestion={suggestion} answer={formAnswer('chooseUsernameAction')} />
    </>
  );
}
