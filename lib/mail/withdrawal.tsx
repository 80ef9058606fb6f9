import { z } from 'zod';
import { formatCents } from '@/lib/core/money';
import { MailLine } from './layout';
import type { MailTemplate } from './types';

const withdrawalData = z.object({
  estado: z.enum(['pagado', 'rechazado', 'fallido']),
  centimos: z.coerce.number(),
  motivo: z.string().nullish(),
  /** The amount had been returned to the balance before; because PayPal did pay it, it is taken off again. */
  otra_vez: z.boolean().default(false),
});

/** A withdrawal was paid, rejected or returned. PayPal's own words are shown to admins only. */
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
        {found.estado === 'fallido' && <MailLine name={t('retiro.reason')} value={t('retiro.failedText')} />}
      </>
    ),
  };
};
