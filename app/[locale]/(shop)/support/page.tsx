import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ServiceStatus } from '@/components/status/service-status-client';
import { Faq } from '@/components/support/faq-client';
import { ButtonLink } from '@/components/ui/button-link';
import { buttonStyles } from '@/components/ui/button-styles';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { LifeBuoy, Mail } from '@/components/ui/icons/shop';
import { publicPage } from '@/lib/catalog/seo/metadata';
import { env } from '@/lib/core/env';

const cards = [
  { title: 'orders', questions: ['orders', 'download', 'name', 'reservation', 'gift', 'invoice'] },
  { title: 'refunds', questions: ['refund', 'refundHow', 'refundWhere', 'broken', 'dispute'] },
  { title: 'payments', questions: ['rejected', 'paypal', 'pending', 'coupon', 'coins'] },
  { title: 'club', questions: ['clubCancel', 'clubEnd'] },
  { title: 'creators', questions: ['publish', 'earn'] },
  { title: 'security', questions: ['password', 'hacked', 'twoFactor', 'deletion'] },
] as const;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('support');
  return { title: t('title'), description: t('intro'), ...(await publicPage('/support')) };
}

export default async function SupportPage() {
  const t = await getTranslations('support');
  const groups = cards.map(({ title, questions }) => ({
    id: title,
    title: t(title),
    questions: questions.map((id) => ({ id, question: t(`${id}Q`), answer: t(`${id}A`) })),
  }));
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="text-3xl font-extrabold sm:text-4xl">{t('title')}</h1>
      <p className="mt-2 mb-8 text-lg text-muted">{t('intro')}</p>
      <MoreClientMessages namespaces={['support']}>
        <Faq groups={groups} />
      </MoreClientMessages>
      <div className="mt-8">
        <ServiceStatus />
      </div>
      <section aria-labelledby="more" className="mt-8 space-y-3 rounded-card border border-line bg-surface p-5">
        <h2 id="more" className="text-xl font-bold">
          {t('more')}
        </h2>
        <p className="text-muted">{t('moreText')}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink href="/profile/help/new" prefetch={false} variant="buy">
            <LifeBuoy aria-hidden className="size-5" />
            {t('open')}
          </ButtonLink>
          <a href={`mailto:${env().SUPPORT_EMAIL}`} className={buttonStyles({})}>
            <Mail aria-hidden className="size-5" />
            {t('contact')}
          </a>
        </div>
      </section>
    </div>
  );
}
