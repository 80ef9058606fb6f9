import { z } from 'zod';
import { MailLine, MailText } from './layout';
import type { MailTemplate } from './types';

const appealData = z.object({ concedida: z.boolean(), respuesta: z.string() });

/** The moderators' answer to the appeal of a banned or disabled account. */
export const composeAppeal: MailTemplate = async ({ data, siteUrl, recipient, t }) => {
  const { concedida, respuesta } = appealData.parse(data);
  const outcome = concedida ? 'granted' : 'refused';
  return {
    subject: t(`apelacion.${outcome}.subject`),
    action: { href: `${siteUrl}/login`, label: t('apelacion.open') },
    footer: t('apelacion.footer'),
    content: (
      <>
        <MailText text={t('segundo_factor.hello', { recipient })} />
        <MailText text={t(`apelacion.${outcome}.text`)} />
        <MailLine name={t('apelacion.reply')} value={respuesta} strong />
      </>
    ),
  };
};
