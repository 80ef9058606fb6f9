'use client';

import { useParams } from 'next/navigation';
import { buttonStyles } from '@/components/ui/button-styles';

// An error page must also work when the catalogues cannot be loaded, so it has its own texts.
const texts = {
  es: {
    title: 'Algo ha fallado.',
    text: 'No es culpa tuya. Inténtalo otra vez; si sigue igual, escríbenos.',
    retry: 'Reintentar',
  },
  en: {
    title: 'Something went wrong.',
    text: 'It is not your fault. Try again; if it stays like this, write to us.',
    retry: 'Try again',
  },
};

export default function ErrorPage({ reset }: { reset: () => void }) {
  const t = texts[useParams().locale === 'en' ? 'en' : 'es'];
  return (
    <main className="mx-auto grid min-h-[70dvh] max-w-xl place-content-center justify-items-center gap-5 px-6 text-center">
      <h1 className="text-3xl font-extrabold">{t.title}</h1>
      <p className="text-muted">{t.text}</p>
      <button type="button" onClick={reset} className={buttonStyles({ variant: 'buy' })}>
        {t.retry}
      </button>
    </main>
  );
}
