import { z } from 'zod';
import { MailLayout, MailLine } from './layout';
import type { MailTemplate } from './types';

const caseData = z.object({ caso_id: z.coerce.number(), tipo: z.string(), pago_id: z.string().nullish() });

/** Tells an admin that a payment needs a person to look at it. */
export const composeCase: MailTemplate = async ({ data, locale, siteUrl, t }) => {
  const found = caseData.parse(data);
  const kind = t(`caso.kinds.${found.tipo}`);
  return {
    subject: t('caso.subject', { kind }),
    body: (
      <MailLayout
        locale={locale}
        preview={kind}
        title={t('caso.title')}
        action={{ href: `${siteUrl}/dashboard-admin/cases`, label: t('caso.open') }}
        footer={t('caso.footer')}
      >
        <MailLine name={t('caso.kind')} value={kind} strong />
        <MailLine name={t('caso.number')} value={String(found.caso_id)} />
        {found.pago_id && <MailLine name={t('caso.payment')} value={found.pago_id.slice(0, 8)} />}
      </MailLayout>
    ),
  };
};
