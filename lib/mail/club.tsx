import { z } from 'zod';
import { formatterFor } from '@/lib/core/i18n/formatter';
import { formatCents } from '@/lib/core/money';
import { MailLine, MailText } from './layout';
import type { MailContext, MailTemplate } from './types';

/** Data of Club mails; `hasta` is the end of the paid time or of the subscription, `centimos` the charge at that time. */
const clubData = z.object({
  plan: z.enum(['monthly', 'yearly']),
  hasta: z.coerce.date(),
  centimos: z.number().int().nullish(),
});

/** The charge of that day in cents, if known. */
function Amount({ cents, locale, t }: { cents: number | null | undefined } & Pick<MailContext, 'locale' | 't'>) {
  return cents == null ? null : <MailLine name={t('clubAmount')} value={formatCents(cents, locale)} />;
}

const composeClubNews =
  (
    kind: 'club_inicio' | 'club_cobrado' | 'club_cancelado' | 'club_fin' | 'club_plan' | 'club_plan_por_pagar',
  ): MailTemplate =>
  async ({ data, locale, siteUrl, recipient, t }) => {
    const { plan, hasta, centimos } = clubData.parse(data);
    const date = formatterFor(locale).dateTime(hasta, { dateStyle: 'long' });
    const subject = t(`${kind}.subject`);
    return {
      subject,
      title: t(`${kind}.title`, { recipient }),
      action: { href: `${siteUrl}/profile/club`, label: t('openClub') },
      footer: t('clubFooter'),
      content: (
        <>
          <MailLine name={t('clubPlan')} value={t(`clubPlans.${plan}`)} />
          <MailLine name={t(`${kind}.date`)} value={date} strong />
          <Amount cents={centimos} locale={locale} t={t} />
        </>
      ),
    };
  };

/** A charge that will follow, of a yearly membership, another plan, or a failed payment: the date, and how to stop it. */
const composeComingCharge =
  (kind: 'club_renovacion' | 'club_plan_previsto' | 'club_impago'): MailTemplate =>
  async ({ data, locale, siteUrl, recipient, t }) => {
    const { plan, hasta, centimos } = clubData.parse(data);
    const date = formatterFor(locale).dateTime(hasta, { dateStyle: 'long' });
    return {
      subject: t(`${kind}.subject`, { date }),
      title: t(`${kind}.title`, { recipient }),
      action: { href: `${siteUrl}/profile/club`, label: t('openClub') },
      footer: t('clubFooter'),
      content: (
        <>
          <MailLine name={t('clubPlan')} value={t(`clubPlans.${plan}`)} />
          <MailLine name={t(`${kind}.date`)} value={date} strong />
          <Amount cents={centimos} locale={locale} t={t} />
          <MailText text={t(`${kind}.text`)} />
        </>
      ),
    };
  };

/** A membership has begun, could not be charged, was charged then, was cancelled, has ended, renews, or changes its plan. */
export const clubTemplates = {
  club_inicio: composeClubNews('club_inicio'),
  club_impago: composeComingCharge('club_impago'),
  club_cobrado: composeClubNews('club_cobrado'),
  club_cancelado: composeClubNews('club_cancelado'),
  club_fin: composeClubNews('club_fin'),
  club_renovacion: composeComingCharge('club_renovacion'),
  club_plan_previsto: composeComingCharge('club_plan_previsto'),
  club_plan: composeClubNews('club_plan'),
  club_plan_por_pagar: composeClubNews('club_plan_por_pagar'),
};
