import { getTranslations } from 'next-intl/server';
import { Logo } from '@/components/ui/brand/logo';
import { classNames } from '@/components/ui/class-names';
import { User } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import { ClubLink } from './club-link';
import { HeaderPersonalPlace, HeaderSettings } from './header-actions-client';
import { headerIcon } from './header-icon';
import { MobileMenu } from './mobile-menu-client';
import { SearchBox } from './search-box-client';

/**
 * The signed-in person's part loads later, left of the fixed buttons, without a layout shift. On phones the focused
 * search box takes the whole width.
 */
export async function Header() {
  const t = await getTranslations('nav');
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-canvas/85 backdrop-blur-md">
      <div className="relative mx-auto flex h-16 max-w-7xl items-center gap-2 px-3 sm:px-6">
        <div className="flex items-center lg:hidden">
          <MobileMenu />
          <Logo isShort />
        </div>
        <div className="min-w-0 flex-1 max-sm:has-[:focus]:absolute max-sm:has-[:focus]:inset-x-3 max-sm:has-[:focus]:z-10 max-sm:has-[:focus]:rounded-control max-sm:has-[:focus]:bg-canvas">
          <SearchBox />
        </div>
        <div className="ml-auto flex items-center">
          <HeaderPersonalPlace />
          <Link
            href="/profile"
            prefetch={false}
            aria-label={t('account')}
            className={classNames(headerIcon, 'in-data-person:hidden')}
          >
            <User aria-hidden className="size-5" />
          </Link>
          <ClubLink />
          <HeaderSettings />
        </div>
      </div>
    </header>
  );
}
