import { Logo } from '@/components/brand/logo';
import { NotFoundMessage } from '@/components/errors/not-found-message';

export default function NotFound() {
  return (
    <main className="mx-auto grid min-h-[70dvh] max-w-xl place-content-center justify-items-center gap-5 px-6 text-center">
      <Logo />
      <NotFoundMessage />
    </main>
  );
}
