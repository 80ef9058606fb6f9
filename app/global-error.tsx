'use client';

import ErrorPage from './[locale]/error';
import './[locale]/globals.css';

/** Replaces the whole document if the root layout fails. Every page loads it, and Next.js's own is larger. */
export default function GlobalError(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="es">
      <body className="bg-canvas text-ink antialiased">
        <ErrorPage {...props} />
      </body>
    </html>
  );
}
