'use client';

import { buttonStyles } from '@/components/ui/button-styles';
import './[locale]/globals.css';

/**
 * Replaces the whole document if the root layout fails. Every page loads it, so it is short. It is in both languages,
 * because the reader's language is unknown here.
 */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="es">
      <body className="bg-canvas text-ink antialiased">
        <main className="mx-auto grid min-h-[70dvh] max-w-xl place-content-center justify-items-center gap-5 px-6 text-center">
          <h1 className="text-3xl font-extrabold">
            Algo ha fallado. <span lang="en">Something went wrong.</span>
          </h1>
          <button type="button" onClick={() => location.reload()} className={buttonStyles({ variant: 'buy' })}>
            <span>
              Reintentar · <span lang="en">Try again</span>
            </span>
          </button>
          {error.digest && <code className="text-sm text-muted select-all">{error.digest}</code>}
        </main>
      </body>
    </html>
  );
}
