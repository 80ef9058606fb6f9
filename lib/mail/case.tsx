import { z } from 'zod';
import { formatterFor } from '@/lib/core/i18n/formatter';
import { formatCents } from '@/lib/core/money';
import { shortId } from '@/lib/core/short-id';
import { isDisputeCase } from './case-kinds';
import { MailLine } from './layout';
import type { MailTemplate } from './types';

const caseData = z.object({
  caso_id: z.coerce.number(),
  tipo: z.string(),
  pago_id: z.string().nullish(),
  centimos: z.coerce.number().nullish(),
  responder_antes_de: z.string().nullish(),
});

/** Notifies an admin of a case; a dispute with its amount and deadline. */
export const composeCase: MailTemplate = async ({ data, locale, siteUrl, t }) => {
  const found = caseData.parse(data);
  const kind = t(`caso.kinds.${found.tipo}`);
  const isDispute = isDisputeCase(found.tipo);
  const due =
    found.responder_antes_de &&
    formatterFor(locale).dateTime(new Date(found.responder_antes_de), { dateStyle: 'long', timeStyle: 'short' });
  return {
    subject: t('caso.subject', { kind }),
    preview: kind,
    title: t('caso.title'),
    action: {
      href: `${siteUrl}/dashboard-admin/${isDispute ? 'disputes' : 'cases'}`,
      label: t(isDispute ? 'caso.openDesk' : 'caso.open'),
    },
    footer: t('caso.footer'),
    content: (
      <>
        <MailLine name={t('caso.kind')} value={kind} strong />
        {found.centimos ? (
          <MailLine name={t('caso.amount')} value={formatCents(found.centimos, locale)} strong />
        ) : null}
        {due && <MailLine name={t('caso.due')} value={t('entrada_nueva.clock', { when: due })} strong />}
        <MailLine name={t('caso.number')} value={String(found.caso_id)} />
        {found.pago_id && <MailLine name={t('caso.payment')} value={shortId(found.pago_id)} />}
      </>
    ),
  };
};
