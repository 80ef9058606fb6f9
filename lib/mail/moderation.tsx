import { z } from 'zod';
import { inLanguage } from '@/lib/catalog/rows';
import { MailLine, MailText, MailWords } from './layout';
import { isForStaff, moderatedKinds, moderationNews } from './moderation-news';
import type { MailTemplate } from './types';

const moderationData = z.object({
  que: z.enum(moderationNews),
  tipo: z.enum(moderatedKinds),
  nombre: z.string().nullish(),
  nombre_en: z.string().nullish(),
  texto: z.string().nullish(),
});

/** A measure, a question, an answer or an outcome of moderation. */
export const composeModeration: MailTemplate = async ({ data, locale, siteUrl, t }) => {
  const { que, tipo, nombre, nombre_en, texto } = moderationData.parse(data);
  const name = nombre ? inLanguage(locale, nombre, nombre_en ?? null) : t('moderacion.gone');
  return {
    subject: t(`moderacion.subject.${que}`, { name }),
    action: {
      href: `${siteUrl}${isForStaff(que) ? '/moderation/reports' : '/profile/moderation'}`,
      label: t(`moderacion.open.${isForStaff(que) ? 'staff' : 'person'}`),
    },
    footer: t(`moderacion.footer.${isForStaff(que) ? 'staff' : 'person'}`),
    content: (
      <>
        <MailLine name={t(`moderacion.kinds.${tipo}`)} value={name} strong />
        <MailText text={t(`moderacion.text.${que}`)} />
        {texto && que === 'medida' && <MailLine name={t('moderacion.reason')} value={texto} strong />}
        {texto && que !== 'medida' && <MailWords text={texto} />}
      </>
    ),
  };
};
