import { getTranslations } from 'next-intl/server';
import { Logo } from '@/components/ui/brand/logo';
import { Link } from '@/components/ui/link-client';
import { ClubAd } from './club-ad';
import { LegalStrip } from './legal-footer';
import { NavLink } from './nav-link-client';
import { PersonalNav } from './personal-nav-client';
import { shopLinks } from './shop-links';
import { UserArea } from './user-area-client';

/** Scrollable shop links, and the signed-in person always visible below them. */
export async function Sidebar() {
  const t = await getTranslations('nav');
  return (
    <aside className="sticky top-0 hidden h-dvh w-64 shrink-0 flex-col border-r border-line bg-surface lg:flex">
      <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-4 py-5">
        <Logo />
        <nav aria-label={t('main')}>
          <ul className="space-y-1">
            {shopLinks.map(({ href, label, Icon }) => (
              <li key={href}>
                <NavLink href={href}>
                  <Icon aria-hidden className="size-5" />
                  {t(label)}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <PersonalNav />
        <div className="mt-auto">
          <ClubAd />
        </div>
      </div>
      <div className="border-t border-line p-3">
        <UserArea />
      </div>
    </aside>
  );
}

const footerLink = 'inline-flex min-h-11 items-center hover:text-ink';

export async function Footer() {
  const t = await getTranslations('nav');
  return (
    <footer className="mt-20 border-t border-line px-4 py-10 text-sm text-muted sm:px-8">
      <div className="flex flex-wrap justify-between gap-8">
        <div className="max-w-xs space-y-3">
          <Logo />
          <p>{t('footer.tagline')}</p>
        </div>
        <ul className="grid grid-cols-2 gap-x-10">
          {shopLinks.map(({ href, label }) => (
            <li key={href}>
              <Link href={href} className={footerLink}>
                {t(label)}
              </Link>
            </li>
          ))}
          <li>
            <Link href="/publicar" prefetch={false} className={footerLink}>
              {t('footer.sell')}
            </Link>
          </li>
        </ul>
      </div>
      <div className="mt-8 border-t border-line pt-6">
        <LegalStrip />
      </div>
      <p className="mt-6">{t('footer.legal')}</p>
    </footer>
  );
}
