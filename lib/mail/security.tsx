import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { formatterFor } from '@/lib/core/i18n/formatter';
import { MailLine, MailText } from './layout';
import type { MailTemplate } from './types';

const signInData = z.object({ navegador: z.string(), momento: z.string() });

/** Somebody has signed in from a browser that the account did not know. */
export const composeNewSignIn: MailTemplate = async ({ data, locale, siteUrl, recipient, t }) => {
  const { navegador, momento } = signInData.parse(data);
  const when = formatterFor(locale).dateTime(new Date(momento), { dateStyle: 'long', timeStyle: 'short' });
  return {
    subject: t('entrada_nueva.subject'),
    action: { href: `${siteUrl}/profile/settings?tab=security`, label: t('segundo_factor.open') },
    footer: t('segundo_factor.footer'),
    content: (
      <>
        <MailText text={t('segundo_factor.hello', { recipient })} />
        <MailText text={t('entrada_nueva.text')} />
        {navegador && <MailLine name={t('entrada_nueva.browser')} value={navegador} strong />}
        <MailLine name={t('entrada_nueva.when')} value={t('entrada_nueva.clock', { when })} />
      </>
    ),
  };
};

const addressData = z.object({ antes: z.string(), despues: z.string() });

/** A withdrawal was requested to another PayPal address than the previous one. */
export const composePayoutAddress: MailTemplate = async ({ data, siteUrl, recipient, t }) => {
  const { antes, despues } = addressData.parse(data);
  return {
    subject: t('direccion_pago.subject'),
    action: { href: `${siteUrl}/dashboard`, label: t('direccion_pago.open') },
    footer: t('segundo_factor.footer'),
    content: (
      <>
        <MailText text={t('segundo_factor.hello', { recipient })} />
        <MailText text={t('direccion_pago.text')} />
        <MailLine name={t('direccion_pago.now')} value={despues} strong />
        <MailLine name={t('direccion_pago.before')} value={antes} />
      </>
    ),
  };
};

const keyData = z.object({ nombre: z.string(), ambitos: z.array(z.string()), caduca_at: z.string() });

/** An API key was created, with which a program acts as the person. */
export const composeNewApiKey: MailTemplate = async ({ data, locale, siteUrl, recipient, t }) => {
  const { nombre, ambitos, caduca_at } = keyData.parse(data);
  const names = await getTranslations({ locale, namespace: 'api.scope' });
  const nameOf = (scope: string) => {
    const name = scope.replace(':', '_') as 'products_read';
    return names.has(name) ? names(name) : scope;
  };
  return {
    subject: t('llave_nueva.subject'),
    action: { href: `${siteUrl}/dashboard/api`, label: t('llave_nueva.open') },
    footer: t('segundo_factor.footer'),
    content: (
      <>
        <MailText text={t('segundo_factor.hello', { recipient })} />
        <MailText text={t('llave_nueva.text')} />
        <MailLine name={t('llave_nueva.name')} value={nombre} strong />
        <MailLine name={t('llave_nueva.scopes')} value={ambitos.map(nameOf).join(', ')} />
        <MailLine
          name={t('llave_nueva.until')}
          value={formatterFor(locale).dateTime(new Date(caduca_at), { dateStyle: 'long' })}
        />
      </>
    ),
  };
};
