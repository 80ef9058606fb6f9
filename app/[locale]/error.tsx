'use client';

import { useParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { buttonStyles } from '@/components/ui/button-styles';
import { shownRequestId } from '@/lib/core/request/timing';
import { unavailableDigest } from '@/lib/core/unavailable';

// An error page must also work if the catalogues cannot be loaded, so it has its own texts.
const texts = {
  es: {
    unavailable: 'Ahora mismo no podemos abrir esta página.',
    wait: 'Un servicio de la tienda no responde. Tu sesión y tus compras están a salvo: inténtalo dentro de un momento.',
    title: 'Algo ha fallado.',
    text: 'No es culpa tuya. Inténtalo otra vez; si sigue igual, escríbenos.',
    retry: 'Reintentar',
    code: 'Si nos escribes, dinos este código:',
  },
  en: {
    unavailable: 'We cannot open this page right now.',
    wait: 'A service of the shop does not answer. Your session and your purchases are safe: try again in a moment.',
    title: 'Something went wrong.',
    text: 'It is not your fault. Try again; if it stays like this, write to us.',
    retry: 'Try again',
    code: 'If you write to us, tell us this code:',
  },
};

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  // There are no parameters if the root layout has failed.
  const t = texts[useParams()?.locale === 'en' ? 'en' : 'es'];
  const isOutage = error.digest === unavailableDigest;
  // Next.js's digest is also in the log of the failed request.
  const [code, setCode] = useState(isOutage ? undefined : error.digest);
  useEffect(() => setCode((known) => shownRequestId(location.pathname) ?? known), []);
  return (
    <main className="mx-auto grid min-h-[70dvh] max-w-xl place-content-center justify-items-center gap-5 px-6 text-center">
      <h1 className="text-3xl font-extrabold">{isOutage ? t.unavailable : t.title}</h1>
      <p className="text-muted">{isOutage ? t.wait : t.text}</p>
      <button
        type="button"
        onClick={isOutage ? () => location.reload() : reset}
        className={buttonStyles({ variant: 'buy' })}
      >
        {t.retry}
      </button>
      {code && (
        <p className="text-sm text-muted">
          {t.code} <code className="select-all break-all">{code}</code>
        </p>
      )}
    </main>
  );
}
