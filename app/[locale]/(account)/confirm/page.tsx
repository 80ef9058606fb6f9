import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { AuthCard } from '@/components/account/auth-card';
import { PasswordField } from '@/components/account/password-field-client';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Notice } from '@/components/ui/notice';
import { asksPassword, confirmLink, isConfirmProblem } from '@/lib/account/sign-in/confirm-link';
import { type PageQuery, textOf } from '@/lib/core/http/page-query';
import { safeNext } from '@/lib/gates/routes';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('auth.confirm');
  // The address contains the token of the mail, so it must not be sent to other sites.
  return { title: t('signupTitle'), robots: { index: false }, referrer: 'same-origin' };
}

/** Rendered for each request and without streaming, because streamed parts need scripts to appear. */
export const instant = false;

/** Confirmation before a mail link signs this browser in. The form works without scripts. */
export default async function ConfirmPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  await connection();
  return (
    <AuthCard>
      <Question searchParams={searchParams} />
    </AuthCard>
  );
}

const names = {
  signup: 'signup',
  recovery: 'recovery',
  email_change: 'email',
  email: 'signup',
  invite: 'invite',
  magiclink: 'magiclink',
} as const;

async function Question({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const [search, t] = await Promise.all([searchParams, getTranslations('auth.confirm')]);
  if (search.half) return <HalfChanged />;
  const link = confirmLink.safeParse(search);
  if (!link.success) return <Expired next={safeNext(textOf(search.next))} />;
  const name = names[link.data.type];
  // The link was opened in another browser than the one that registered.
  const isElsewhere = name === 'signup' && asksPassword(search.problem);
  return (
    <form action="/auth/confirm" method="post">
      <h1 className="mb-2 text-2xl font-extrabold">{t(isElsewhere ? 'passwordTitle' : `${name}Title`)}</h1>
      <p className="mb-6 text-muted">{t(isElsewhere ? 'passwordText' : `${name}Text`)}</p>
      {isConfirmProblem(search.problem) && search.problem !== 'askPassword' && (
        <Notice tone="bad" className="mb-6">
          {t(search.problem)}
        </Notice>
      )}
      <input type="hidden" name="token_hash" value={link.data.token_hash} />
      <input type="hidden" name="type" value={link.data.type} />
      <input type="hidden" name="next" value={link.data.next} />
      {isElsewhere && (
        <div className="mb-6">
          <PasswordField label={t('password')} name="password" autoComplete="current-password" autoFocus />
        </div>
      )}
      <Button type="submit" variant="buy" size="large" className="w-full">
        {t(name)}
      </Button>
      {isElsewhere && (
        <Button type="submit" name="choose" value="1" formNoValidate className="mt-3 w-full">
          {t('choosePassword')}
        </Button>
      )}
    </form>
  );
}

/** Shown when a new address needs the links of both mailboxes and one of them was opened. */
async function HalfChanged() {
  const t = await getTranslations('auth.confirm');
  return (
    <>
      <h1 className="mb-2 text-2xl font-extrabold">{t('halfTitle')}</h1>
      <p className="mb-6 text-muted">{t('halfText')}</p>
      <ButtonLink href="/" variant="buy" className="w-full">
        {t('halfOpen')}
      </ButtonLink>
    </>
  );
}

async function Expired({ next }: { next: string }) {
  const to = encodeURIComponent(next);
  const [t, auth] = await Promise.all([getTranslations('auth.confirm'), getTranslations('auth')]);
  return (
    <>
      <h1 className="mb-2 text-2xl font-extrabold">{t('expiredTitle')}</h1>
      <p className="mb-6 text-muted">{t('expiredText')}</p>
      <div className="space-y-3">
        <ButtonLink href={`/login?next=${to}`} variant="buy" className="w-full">
          {auth('login')}
        </ButtonLink>
        <ButtonLink href={`/login?mode=reset&next=${to}`} className="w-full">
          {t('ask')}
        </ButtonLink>
      </div>
    </>
  );
}
