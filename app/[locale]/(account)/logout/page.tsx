import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AuthCard } from '@/components/account/auth-card';
import { Button } from '@/components/ui/button';
import { logOutAction } from '@/lib/account/sign-in/action';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('auth'))('logout'), robots: { index: false } };
}

/** Confirmation before signing out, so that a link alone cannot do it. */
export default async function LogoutPage() {
  const t = await getTranslations('auth');
  return (
    <AuthCard>
      <h1 className="mb-2 text-2xl font-extrabold">{t('logoutTitle')}</h1>
      <p className="mb-6 text-muted">{t('logoutText')}</p>
      <form action={logOutAction}>
        <Button type="submit" variant="danger" size="large" className="w-full">
          {t('logout')}
        </Button>
      </form>
    </AuthCard>
  );
}
