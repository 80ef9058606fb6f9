import { Logo } from '@/components/ui/brand/logo';
import { HeaderActions } from './header-actions-client';
import { MobileMenu } from './mobile-menu-client';
import { SearchBox } from './search-box-client';

export async function Header() {
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-canvas/85 backdrop-blur-md">
      <div className="mx-auto flex h-16 max-w-7xl items-center gap-2 px-3 sm:px-6">
        <div className="flex items-center lg:hidden">
          <MobileMenu />
          <span className="hidden sm:block">
            <Logo />
          </span>
        </div>
        <SearchBox />
        <HeaderActions />
      </div>
    </header>
  );
}
