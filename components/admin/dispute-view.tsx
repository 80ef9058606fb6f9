import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { BackLink } from '@/components/ui/back-link';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Notice } from '@/components/ui/notice';
import { Section } from '@/components/ui/section';
import type { DisputeDetail } from '@/lib/admin/disputes';
import { inLanguage } from '@/lib/catalog/rows';
import { cut } from '@/lib/core/cut';
import { formatCents } from '@/lib/core/money';
import { DisputeAnswer } from './dispute-answer-client';
import { DisputeFiles } from './dispute-files';
import { DisputeReason } from './dispute-reason';
import { proposeAnswer } from './evidence-text';
import { Facts } from './facts';
import { RowLink } from './row-link';

/** The shop's records of the purchase. */
async function Evidence({ facts }: { facts: DisputeDetail['facts'] }) {
  const [t, format] = await Promise.all([getTranslations('admin.disputes'), getFormatter()]);
  const at = (moment: string | null) => (moment ? format.dateTime(new Date(moment), 'moment') : '—');
  const known = [
    [t('orderedAt'), at(facts.orderedAt)],
    [t('paidAt'), at(facts.paidAt)],
    [t('deliveredAt'), at(facts.deliveredAt)],
    ...(facts.minecraftName ? [[t('player'), facts.minecraftName] as const] : []),
    ...(facts.recipient ? [[t('recipient'), facts.recipient] as const] : []),
    [t('buyerSince'), at(facts.buyerSince)],
    ...(facts.inGame.length > 0 ? [[t('inGame'), facts.inGame.map(at).join(' · ')] as const] : []),
    [t('otherPurchases'), String(facts.otherPurchases)],
    [
      t('consent'),
      facts.consent
        ? t('consentGiven', { date: at(facts.consent.at), version: facts.consent.version })
        : t('noConsent'),
    ],
    [t('review'), facts.review ? t('stars', { stars: facts.review.stars, date: at(facts.review.at) }) : '—'],
  ] as const;
  return (
    <div className="space-y-5">
      <Facts facts={known} className="grid grid-cols-1 gap-3 sm:grid-cols-2" />
      <div>
        <h3 className="font-bold">{t('downloadLog')}</h3>
        <ul className="mt-1 space-y-2 text-sm">
          {facts.orders.map((order) => (
            <li key={order.id}>
              <span>{order.product}</span>
              {order.edition && <span>{` · ${order.edition}`}</span>}
              <span> · {t('downloadCount', { count: order.downloads })}</span>
              {order.moments.length > 0 && (
                <span className="block text-muted">{order.moments.map(at).join(' · ')}</span>
              )}
            </li>
          ))}
          {facts.orders.length === 0 && <li className="text-muted">{t('notDelivered')}</li>}
        </ul>
      </div>
      <div>
        <h3 className="font-bold">{t('messages')}</h3>
        <ul className="mt-1 text-sm">
          {facts.mails.map((mail) => (
            <li key={`${mail.kind} ${mail.sentAt}`}>
              {t.has(`mails.${mail.kind as 'recibo'}`) ? t(`mails.${mail.kind as 'recibo'}`) : mail.kind} ·{' '}
              {at(mail.sentAt)}
            </li>
          ))}
          {facts.mails.length === 0 && <li className="text-muted">{t('noMessages')}</li>}
        </ul>
      </div>
    </div>
  );
}

/** One dispute: its facts, the shop's evidence, and the answer to the provider. */
export async function DisputeView({ dispute }: { dispute: DisputeDetail }) {
  const [t, locale, format] = await Promise.all([getTranslations('admin.disputes'), getLocale(), getFormatter()]);
  const amount = formatCents(dispute.cents, locale);
  const name = inLanguage(locale, dispute.name, dispute.nameEn);
  const provider = t(`providers.${dispute.provider}`);
  const at = (moment: string) => format.dateTime(new Date(moment), 'moment');
  const facts = [
    [t('phase'), t(`phases.${dispute.phase}`)],
    [t('amount'), `${amount} / ${formatCents(dispute.totalCents, locale)}`],
    [t('reason'), <DisputeReason key="reason" reason={dispute.reason} />],
    [t('due'), dispute.dueAt ? at(dispute.dueAt) : t('noDeadline')],
    [t('openedAt'), at(dispute.openedAt)],
    [t('buyer'), dispute.buyer],
    [t('reference'), `${provider} · ${dispute.reference}`],
  ] as const;
  const mayAnswer = dispute.answer === 'enviando' || (dispute.isAnswerable && dispute.answer !== 'enviada');
  return (
    <div className="space-y-5">
      <BackLink href="/dashboard-admin/disputes">{t('back')}</BackLink>
      <h1 className="text-3xl font-extrabold break-words">{t('heading', { amount, name })}</h1>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <div className="space-y-5">
          <Section title={t('facts')}>
            <Facts facts={facts} className="grid grid-cols-1 gap-3 sm:grid-cols-2" />
            <p className="flex flex-wrap gap-x-4">
              <RowLink href={`/dashboard-admin/payments/${dispute.paymentId}`}>{t('payment')}</RowLink>
              <RowLink href={`/dashboard-admin/users/${dispute.buyerId}`}>{t('seeBuyer')}</RowLink>
            </p>
          </Section>
          <Section title={t('evidence')}>
            <Evidence facts={dispute.facts} />
          </Section>
        </div>
        <Section title={t('answerTitle')}>
          <div className="space-y-4">
            {dispute.sentAt && (
              <Notice tone="good">
                {t('sentAt', { date: at(dispute.sentAt), name: dispute.sentBy ?? '—', provider })}
              </Notice>
            )}
            {dispute.answer === 'enviando' && <Notice tone="warn">{t('onItsWay', { provider })}</Notice>}
            {dispute.refusal && <Notice tone="bad">{t('refused', { provider, code: dispute.refusal })}</Notice>}
            {dispute.phase === 'consulta' && dispute.provider === 'paypal' && (
              <Notice tone="plain">{t('payPalInquiry')}</Notice>
            )}
            <DisputeFiles dispute={dispute} mayChange={mayAnswer && dispute.answer !== 'enviando'} />
            {mayAnswer ? (
              <MoreClientMessages namespaces={['admin']}>
                <DisputeAnswer
                  id={dispute.id}
                  saved={dispute.text}
                  proposed={cut(await proposeAnswer(dispute, amount), dispute.longestAnswer)}
                  maxLength={dispute.longestAnswer}
                  amount={amount}
                  buyer={dispute.buyer}
                  provider={provider}
                  files={dispute.files.map(({ path }) => path)}
                  isOnItsWay={dispute.answer === 'enviando'}
                />
              </MoreClientMessages>
            ) : (
              <>
                {dispute.answer !== 'enviada' && <p className="text-sm text-muted">{t('noAnswerPossible')}</p>}
                {dispute.text && <p className="text-sm break-words whitespace-pre-wrap">{dispute.text}</p>}
              </>
            )}
          </div>
        </Section>
      </div>
    </div>
  );
}
