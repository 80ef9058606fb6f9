import { z } from 'zod';
import { formatterFor } from '@/lib/core/i18n/formatter';
import { safeNext } from '@/lib/gates/routes';
import { MailLine, MailLink, MailText } from './layout';
import type { MailTemplate } from './types';

/** `volver`: the return address from the request for the mail; its `next` is a path of the shop. */
const linkData = z.object({ secreto: z.string().min(1), volver: z.string().optional() });

const nextOf = (returnTo = ''): string =>
  safeNext(URL.canParse(returnTo) ? new URL(returnTo).searchParams.get('next') : null);

/** The mails of Auth with a link: their template, and the type that `/auth/confirm` sends to Auth. */
const linkTypes = {
  confirmar_cuenta: 'signup',
  cambiar_contrasena: 'recovery',
  confirmar_direccion: 'email_change',
  invitacion: 'invite',
  enlace_entrada: 'magiclink',
} as const;

const composeLink =
  (name: keyof typeof linkTypes): MailTemplate =>
  async ({ data, siteUrl, t }) => {
    const { secreto, volver } = linkData.parse(data);
    const next = nextOf(volver);
    const link = { token_hash: secreto, type: linkTypes[name], ...(next !== '/' && { next }) };
    return {
      subject: t(`${name}.subject`),
      title: t(`${name}.title`),
      action: { href: `${siteUrl}/auth/confirm?${new URLSearchParams(link)}`, label: t(`${name}.open`) },
      footer: t(`${name}.footer`),
      content: <MailText text={t(`${name}.text`)} />,
    };
  };

/** A code that Auth requires before a change, if an operator has configured this. */
const composeCode: MailTemplate = async ({ data, siteUrl, t }) => {
  const { secreto } = linkData.parse(data);
  return {
    subject: t('codigo_confirmacion.subject'),
    action: { href: `${siteUrl}/profile/settings?tab=security`, label: t('segundo_factor.open') },
    footer: t('codigo_confirmacion.footer'),
    content: <MailLine name={t('codigo_confirmacion.code')} value={secreto} strong />,
  };
};

/** Somebody has registered with the address of an account, probably its owner. */
const composeKnown: MailTemplate = async ({ data, siteUrl, t }) => {
  const next = nextOf(z.object({ volver: z.string().optional() }).parse(data).volver);
  const query = next === '/' ? '' : `next=${encodeURIComponent(next)}`;
  return {
    subject: t('ya_registrado.subject'),
    title: t('ya_registrado.title'),
    action: { href: `${siteUrl}/login${query && `?${query}`}`, label: t('ya_registrado.open') },
    footer: t('ya_registrado.footer'),
    content: (
      <>
        <MailText text={t('ya_registrado.text')} />
        <MailLink href={`${siteUrl}/login?mode=reset${query && `&${query}`}`} label={t('ya_registrado.reset')} />
      </>
    ),
  };
};

const noticeData = z.discriminatedUnion('aviso', [
  z.object({ aviso: z.literal('contrasena'), momento: z.string() }),
  z.object({ aviso: z.literal('direccion'), momento: z.string(), nueva: z.string() }),
  z.object({ aviso: z.literal('servicio'), momento: z.string(), servicio: z.string() }),
]);

/** Page on which the owner of an account reacts to a change by somebody else. */
const remedies = {
  contrasena: '/login?mode=reset',
  direccion: '/support',
  servicio: '/profile/settings?tab=security',
} as const;

/** Notice of a change to the sign-in methods of an account. A change of address is sent to the former one. */
const composeNotice: MailTemplate = async ({ data, locale, siteUrl, recipient, t }) => {
  const notice = noticeData.parse(data);
  const { aviso, momento } = notice;
  const when = formatterFor(locale).dateTime(new Date(momento), { dateStyle: 'long', timeStyle: 'short' });
  return {
    subject: t(`aviso_cuenta.${aviso}.subject`),
    action: { href: `${siteUrl}${remedies[aviso]}`, label: t(`aviso_cuenta.${aviso}.open`) },
    footer: t(`aviso_cuenta.${aviso}.footer`),
    content: (
      <>
        <MailText text={t('segundo_factor.hello', { recipient })} />
        <MailText text={t(`aviso_cuenta.${aviso}.text`)} />
        {aviso === 'direccion' && <MailLine name={t('aviso_cuenta.address')} value={notice.nueva} strong />}
        {aviso === 'servicio' && (
          <MailLine
            name={t('aviso_cuenta.service')}
            value={notice.servicio.charAt(0).toUpperCase() + notice.servicio.slice(1)}
            strong
          />
        )}
        <MailLine name={t('entrada_nueva.when')} value={t('entrada_nueva.clock', { when })} />
      </>
    ),
  };
};

/** Mails of Auth, and notices about the sign-in methods of an account. */
export const accountTemplates = {
  ...Object.fromEntries(
    (Object.keys(linkTypes) as Array<keyof typeof linkTypes>).map((name) => [name, composeLink(name)] as const),
  ),
  codigo_confirmacion: composeCode,
  ya_registrado: composeKnown,
  aviso_cuenta: composeNotice,
};
