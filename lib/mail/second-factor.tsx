import { z } from 'zod';
import { MailLine, MailText } from './layout';
import { secondFactorNews } from './second-factor-news';
import type { MailTemplate } from './types';

const newsData = z.object({
  estado: z.enum(secondFactorNews),
  app: z.string().nullish(),
  quedan: z.number().nullish(),
  motivo: z.string().nullish(),
});

/** A change to the second factor of an account, so that its owner notices if it was somebody else. */
export const composeSecondFactor: MailTemplate = async ({ data, siteUrl, recipient, t }) => {
  const { estado, app, quedan, motivo } = newsData.parse(data);
  const subject = t(`segundo_factor.${estado}`);
  return {
    subject,
    action: { href: `${siteUrl}/profile/two-factor`, label: t('segundo_factor.open') },
    footer: t('segundo_factor.footer'),
    content: (
      <>
        <MailText text={t('segundo_factor.hello', { recipient })} />
        <MailText text={t(`segundo_factor.texts.${estado}`)} />
        {app && <MailLine name={t('segundo_factor.app')} value={app} strong />}
        {typeof quedan === 'number' && <MailLine name={t('segundo_factor.left')} value={String(quedan)} strong />}
        {motivo && <MailLine name={t('segundo_factor.reason')} value={motivo} strong />}
      </>
    ),
  };
};
