'use client';

import ErrorPage from './[locale]/error';
import './[locale]/globals.css';

/** In place of everything, where the frame of all pages has failed. Every page loads this, and Next's own is larger. */
export default function GlobalError(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="es">
      <body className="bg-canvas text-ink antialiased">
        <ErrorPage {...props} />
      </body>
    </html>
  );
}
