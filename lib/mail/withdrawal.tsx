import { z } from 'zod';
import { formatterFor } from '@/lib/core/i18n/formatter';
import { formatCents } from '@/lib/core/money';
import { MailLine, MailText } from './layout';
import type { MailTemplate } from './types';

const withdrawalData = z.object({
  estado: z.enum(['pagado', 'rechazado', 'fallido', 'sin_reclamar', 'retenido']),
  centimos: z.coerce.number(),
  motivo: z.string().nullish(),
  /** PayPal paid after all, when the amount was already returned to the balance; it is deducted again. */
  otra_vez: z.boolean().default(false),
  /** For a payout that waits at PayPal: the receiver, and when it is returned. */
  paypal_email: z.string().default(''),
  hasta: z.string().nullish(),
});

/**
 * A withdrawal was paid, rejected or returned, or waits at PayPal for its receiver or a check. PayPal's own message is
 * shown to admins only.
 */
export const composeWithdrawal: MailTemplate = async ({ data, locale, siteUrl, t }) => {
  const found = withdrawalData.parse(data);
  const amount = formatCents(found.centimos, locale);
  const subject = t(`retiro.${found.estado}`, { amount });
  return {
    subject,
    action: { href: `${siteUrl}/dashboard`, label: t('retiro.open') },
    footer: t('retiro.footer'),
    content: (
      <>
        <MailLine name={t('retiro.amount')} value={amount} strong />
        {found.estado === 'rechazado' && found.motivo && <MailLine name={t('retiro.reason')} value={found.motivo} />}
        {found.estado === 'pagado' && found.otra_vez && (
          <MailLine name={t('retiro.reason')} value={t('retiro.againText')} />
        )}
        {(found.estado === 'sin_reclamar' || found.estado === 'retenido') && found.hasta && (
          <MailText
            text={t(`retiro.${found.estado}Text`, {
              email: found.paypal_email,
              date: formatterFor(locale).dateTime(new Date(found.hasta), { dateStyle: 'long' }),
            })}
          />
        )}
        {found.estado === 'rechazado' && <MailText text={t('retiro.backText')} />}
        {found.estado === 'fallido' && <MailText text={t('retiro.failedText')} />}
      </>
    ),
  };
};
