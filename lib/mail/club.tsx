import { z } from 'zod';
import { formatterFor } from '@/lib/core/i18n/formatter';
import { formatCents } from '@/lib/core/money';
import { MailLine, MailText } from './layout';
import type { MailContext, MailTemplate } from './types';

/** Data of Club mails; `hasta` is the end of the paid time, `centimos` the charge at that time. */
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
    kind: 'club_inicio' | 'club_impago' | 'club_cancelado' | 'club_fin' | 'club_plan' | 'club_plan_por_pagar',
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

/** A yearly membership renews soon, or changes its plan soon: the date, the price, and how to stop it. */
const composeRenewal =
  (kind: 'club_renovacion' | 'club_plan_previsto'): MailTemplate =>
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

/** A membership has begun, could not be charged, was cancelled, has ended, renews soon, or changes its plan. */
export const clubTemplates = {
  club_inicio: composeClubNews('club_inicio'),
  club_impago: composeClubNews('club_impago'),
  club_cancelado: composeClubNews('club_cancelado'),
  club_fin: composeClubNews('club_fin'),
  club_renovacion: composeRenewal('club_renovacion'),
  club_plan_previsto: composeRenewal('club_plan_previsto'),
  club_plan: composeClubNews('club_plan'),
  club_plan_por_pagar: composeClubNews('club_plan_por_pagar'),
};
