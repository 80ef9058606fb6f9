import { Logo } from '@/components/ui/brand/logo';
import { NotFoundMessage } from '@/components/ui/errors/not-found-message';

export default function NotFound() {
  return (
    <main className="mx-auto grid min-h-[70dvh] max-w-xl place-content-center justify-items-center gap-5 px-6 text-center">
      <Logo />
      <NotFoundMessage />
    </main>
  );
}
