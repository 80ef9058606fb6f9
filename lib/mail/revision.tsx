import { z } from 'zod';
import { MailLine } from './layout';
import type { MailTemplate } from './types';

const reviewData = z.object({
  aprobada: z.boolean(),
  nombre: z.string(),
  slug: z.string(),
  motivos: z.array(z.string()),
  nota: z.string().nullish(),
});

/** A moderator has approved or rejected a revision of a creator. */
export const composeRevision: MailTemplate = async ({ data, siteUrl, t }) => {
  const found = reviewData.parse(data);
  const kind = found.aprobada ? 'approved' : 'rejected';
  const subject = t(`revision.${kind}`, { name: found.nombre });
  return {
    subject,
    action: {
      href: found.aprobada ? `${siteUrl}/p/${found.slug}` : `${siteUrl}/dashboard`,
      label: t(found.aprobada ? 'revision.openProduct' : 'revision.openDashboard'),
    },
    footer: t('revision.footer'),
    content: (
      <>
        {found.motivos.length > 0 && (
          <MailLine
            name={t('revision.reasons')}
            value={found.motivos.map((reason) => t(`revision.reason.${reason}`)).join(', ')}
            strong
          />
        )}
        {found.nota && <MailLine name={t('revision.note')} value={found.nota} />}
      </>
    ),
  };
};
