import { z } from 'zod';
import { inLanguage } from '@/lib/catalog/rows';
import { MailChoices, MailLine, MailWords } from './layout';
import type { MailTemplate } from './types';

const questionData = z.object({
  nombre: z.string(),
  nombre_en: z.string().nullish(),
  pregunta_id: z.string(),
  texto: z.string(),
  respuesta: z.string().nullish(),
  equipo: z.boolean().nullish(),
});

/** Somebody asks about a product of the recipient. */
export const composeQuestion: MailTemplate = async ({ data, locale, siteUrl, t }) => {
  const found = questionData.parse(data);
  const name = inLanguage(locale, found.nombre, found.nombre_en ?? null);
  return {
    subject: t('pregunta.subject', { name }),
    title: t('pregunta.title'),
    action: { href: `${siteUrl}/dashboard/questions`, label: t('pregunta.open') },
    footer: t('pregunta.footer'),
    content: (
      <>
        <MailLine name={t('product')} value={name} strong />
        <MailWords text={found.texto} />
        <MailChoices siteUrl={siteUrl} t={t} />
      </>
    ),
  };
};

/** The recipient's question about a product has an answer. */
export const composeAnswered: MailTemplate = async ({ data, locale, siteUrl, t }) => {
  const found = questionData.parse(data);
  const name = inLanguage(locale, found.nombre, found.nombre_en ?? null);
  return {
    subject: t(found.equipo ? 'contestada.subjectTeam' : 'contestada.subject', { name }),
    title: t('contestada.title'),
    action: { href: `${siteUrl}/profile/questions#${found.pregunta_id}`, label: t('contestada.open') },
    footer: t('contestada.footer'),
    content: (
      <>
        <MailLine name={t('product')} value={name} strong />
        <MailLine name={t('contestada.question')} value={found.texto} />
        {found.respuesta && <MailWords text={found.respuesta} />}
        <MailChoices siteUrl={siteUrl} t={t} />
      </>
    ),
  };
};
