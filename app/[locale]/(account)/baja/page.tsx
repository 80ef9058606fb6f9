import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { AuthCard } from '@/components/account/auth-card';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import type { PageQuery } from '@/lib/core/http/page-query';
import { leaveKind, leaveLink } from '@/lib/mail/unsubscribe';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('unsubscribe');
  // The address contains the seal of the mail, so it must not be sent to other sites.
  return { title: t('title'), robots: { index: false }, referrer: 'same-origin' };
}

/** Rendered for each request and without streaming, because streamed parts need scripts to appear. */
export const instant = false;

/** Unsubscribes from a kind of mail, without a sign-in and without scripts. */
export default async function UnsubscribePage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  await connection();
  return (
    <AuthCard>
      <Question searchParams={searchParams} />
    </AuthCard>
  );
}

async function Question({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const [search, t] = await Promise.all([searchParams, getTranslations('unsubscribe')]);
  const link = leaveLink.safeParse(search);
  if (!link.success) {
    const done = leaveKind.safeParse(search.hecho).data;
    return (
      <>
        <h1 className="mb-2 text-2xl font-extrabold">{t(done ? `${done}.done` : 'wrong')}</h1>
        <p className="mb-6 text-muted">{t(done ? 'doneText' : 'wrongText')}</p>
        <ButtonLink href="/profile/settings" className="w-full">
          {t('settings')}
        </ButtonLink>
      </>
    );
  }
  return (
    <form action={`/api/unsubscribe?${new URLSearchParams(link.data)}`} method="post">
      <h1 className="mb-2 text-2xl font-extrabold">{t(`${link.data.tipo}.title`)}</h1>
      <p className="mb-6 text-muted">{t(`${link.data.tipo}.text`)}</p>
      <input type="hidden" name="desde" value="pagina" />
      <Button type="submit" variant="buy" size="large" className="w-full">
        {t('confirm')}
      </Button>
    </form>
  );
}
