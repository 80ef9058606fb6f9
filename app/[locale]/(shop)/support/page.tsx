import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ServiceStatus } from '@/components/status/service-status-client';
import { buttonStyles } from '@/components/ui/button-styles';
import { Mail } from '@/components/ui/icons/shop';
import { publicPage } from '@/lib/catalog/seo/metadata';
import { env } from '@/lib/core/env';

const cards = [
  { title: 'orders', questions: ['orders'] },
  { title: 'payments', questions: ['rejected', 'paypal'] },
  { title: 'security', questions: ['password', 'hacked'] },
] as const;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('support');
  return { title: t('title'), description: t('intro'), ...(await publicPage('/support')) };
}

export default async function SupportPage() {
  const t = await getTranslations('support');
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="text-3xl font-extrabold sm:text-4xl">{t('title')}</h1>
      <p className="mt-2 mb-8 text-lg text-muted">{t('intro')}</p>
      <div className="space-y-8">
        {cards.map(({ title, questions }) => (
          <section key={title} aria-labelledby={title}>
            <h2 id={title} className="mb-3 text-xl font-bold">
              {t(title)}
            </h2>
            {questions.map((question) => (
              <details key={question} className="mb-2 rounded-card border border-line bg-surface px-5">
                <summary className="flex min-h-14 items-center font-medium">{t(`${question}Q`)}</summary>
                <p className="pb-5 text-muted">{t(`${question}A`)}</p>
              </details>
            ))}
          </section>
        ))}
      </div>
      <div className="mt-8">
        <ServiceStatus />
      </div>
      <a href={`mailto:${env().SUPPORT_EMAIL}`} className={buttonStyles({ className: 'mt-10' })}>
        <Mail aria-hidden className="size-5" />
        {t('contact')}
      </a>
    </div>
  );
}
