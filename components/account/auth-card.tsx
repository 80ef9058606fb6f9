import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Logo } from '@/components/ui/brand/logo';
import { ArrowLeft } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import { ResetMeOnLeave } from './reset-me-on-leave-client';

/** Layout of the account screens: a card over the shop's glow, and a back link. */
export function AuthCard({ children }: { children: ReactNode }) {
  const t = useTranslations('auth');
  return (
    <main className="grid min-h-dvh place-items-center bg-[radial-gradient(960px_640px_at_50%_-10%,var(--glow),transparent)] px-4 py-10">
      <ResetMeOnLeave />
      <div className="w-full max-w-md">
        <div className="mb-6 flex flex-wrap items-center justify-between">
          <Logo />
          <Link
            href="/"
            className="inline-flex min-h-11 items-center gap-1.5 text-sm font-medium text-muted hover:text-ink"
          >
            <ArrowLeft aria-hidden className="size-4" />
            {t('home')}
          </Link>
        </div>
        <div className="rounded-card border border-line bg-surface p-6 shadow-card sm:p-8">{children}</div>
      </div>
    </main>
  );
}
