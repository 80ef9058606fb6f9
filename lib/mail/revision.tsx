import { z } from 'zod';
import { reviewPath } from '@/lib/core/http/segments';
import { MailLine, MailText, MailWords } from './layout';
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
      href: `${siteUrl}${found.aprobada ? `/p/${found.slug}` : reviewPath(found.slug)}`,
      label: t(found.aprobada ? 'revision.openProduct' : 'revision.openReview'),
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

const messageData = z.object({
  que: z.enum(['mensaje', 'cambios', 'respuesta', 'reenvio']),
  nombre: z.string(),
  slug: z.string(),
  revision_id: z.string(),
  de: z.string().nullish(),
  texto: z.string().nullish(),
});

/** A message between a moderator and a creator about a product under review. */
export const composeReviewMessage: MailTemplate = async ({ data, siteUrl, t }) => {
  const found = messageData.parse(data);
  const isToCreator = found.que === 'mensaje' || found.que === 'cambios';
  return {
    subject: t(`mensaje_revision.${found.que}`, { name: found.nombre, from: found.de ?? '' }),
    action: {
      href: `${siteUrl}${isToCreator ? reviewPath(found.slug) : `/moderation/${found.revision_id}`}`,
      label: t(isToCreator ? 'mensaje_revision.openReview' : 'mensaje_revision.openQueue'),
    },
    footer: t(isToCreator ? 'mensaje_revision.creatorFooter' : 'mensaje_revision.teamFooter'),
    content: found.texto ? <MailWords text={found.texto} /> : <MailText text={t('mensaje_revision.resent')} />,
  };
};
