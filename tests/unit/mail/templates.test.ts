import { createTranslator } from 'next-intl';
import { render, toPlainText } from 'react-email';
import { describe, expect, it, vi } from 'vitest';
import type { Locale } from '@/lib/core/i18n/locales';
import { templates } from '@/lib/mail/templates';
import type { MailContext, MailTexts } from '@/lib/mail/types';
import en from '@/messages/en.json' with { type: 'json' };
import es from '@/messages/es.json' with { type: 'json' };

vi.mock('@/lib/core/security/seal', () => ({
  seal: async (...words: string[]) => `${words.join('')}`.length.toString(16).padStart(64, '0'),
}));

const messages = { es, en };

async function compose(template: string, locale: Locale, data: unknown) {
  const t = createTranslator({
    locale,
    messages: messages[locale],
    namespace: 'mail',
    onError: (error) => {
      throw error;
    },
  });
  const context = {
    client: undefined as unknown as MailContext['client'],
    data,
    locale,
    siteUrl: 'https://shop.test',
    recipient: 'Ana',
    t: t as unknown as MailTexts,
  };
  const mail = await templates[template]?.(context);
  if (!mail) throw new Error(`no template ${template}`);
  const html = await render(mail.body);
  return { subject: mail.subject, html, text: toPlainText(html), oneClick: mail.oneClick };
}

const version = {
  slug: 'fragua',
  nombre: 'Fragua',
  nombre_en: 'Forge',
  pedido_id: 'a1',
  version: '2.1.0',
  novedades: 'Yunque nuevo\n<script>alert(1)</script>',
  novedades_en: 'New anvil',
};

describe('the mails about favourites', () => {
  const usuario = '11111111-1111-4111-8111-111111111111';
  const offer = {
    slug: 'fragua',
    nombre: 'Fragua',
    nombre_en: 'Forge',
    precio_centimos: 1499,
    oferta_centimos: 999,
    usuario,
  };

  it('name the offer and the price before, and can be ended by one click', async () => {
    const mail = await compose('favorito', 'es', { motivo: 'oferta', ...offer, edicion: 'Maestra' });
    expect(mail.subject).toMatch(/^De oferta: Fragua \(Maestra\) por 9,99\s€$/);
    expect(mail.text).toMatch(/Antes: 14,99\s€/);
    expect(mail.oneClick).toMatch(
      new RegExp(`^https://shop.test/api/unsubscribe\\?persona=${usuario}&sello=[0-9a-f]{64}$`),
    );
    expect(mail.html).toContain(`https://shop.test/baja?persona=${usuario}&amp;sello=`);
  });

  it.each(['estreno', 'disponible'])('tell of %s in both languages', async (motivo) => {
    const [spanish, english] = await Promise.all(
      (['es', 'en'] as const).map((locale) =>
        compose('favorito', locale, { motivo, slug: 'x', nombre: 'Fragua', usuario }),
      ),
    );
    expect(spanish?.subject).toContain('Fragua');
    expect(english?.subject).not.toBe(spanish?.subject);
  });
});

describe('the mails about products', () => {
  it('names a new product of a followed creator in the reader’s language', async () => {
    const data = { slug: 'fragua', nombre: 'Fragua', nombre_en: 'Forge', de: 'Forjabit' };
    expect(await compose('producto_nuevo', 'es', data)).toMatchObject({
      subject: 'Forjabit ha publicado Fragua',
      html: expect.stringContaining('https://shop.test/p/fragua'),
    });
    expect((await compose('producto_nuevo', 'en', data)).subject).toBe('Forjabit published Forge');
  });

  it('tells what is new in a version, and never as HTML', async () => {
    const spanish = await compose('version_nueva', 'es', version);
    expect(spanish.subject).toBe('Fragua 2.1.0 ya está disponible');
    expect(spanish.html).toContain('https://shop.test/profile/order/a1');
    expect(spanish.text).toContain('Yunque nuevo');
    expect(spanish.html).not.toContain('<script>');
    expect((await compose('version_nueva', 'en', version)).text).toContain('New anvil');
  });

  it('falls back to Spanish where a translation is missing', async () => {
    const mail = await compose('version_nueva', 'en', { ...version, nombre_en: null, novedades_en: null });
    expect(mail.subject).toContain('Fragua');
    expect(mail.text).toContain('Yunque nuevo');
  });

  it.each(['es', 'en'] as const)('says why a product was rejected, every reason by name (%s)', async (locale) => {
    const reasons = Object.keys(messages[locale].mail.revision.reason);
    const mail = await compose('revision', locale, {
      aprobada: false,
      nombre: 'Fragua',
      slug: 'fragua',
      motivos: reasons,
      nota: 'Falta la portada',
    });
    expect(mail.text).toContain('Falta la portada');
    for (const name of Object.values(messages[locale].mail.revision.reason)) expect(mail.text).toContain(name);
  });

  it('leads from an approval to the product', async () => {
    const data = { aprobada: true, nombre: 'Fragua', slug: 'fragua', motivos: [], nota: null };
    const mail = await compose('revision', 'es', data);
    expect(mail.subject).toBe('Fragua está aprobado');
    expect(mail.html).toContain('https://shop.test/p/fragua');
  });
});

describe('the mails about money', () => {
  it.each([
    ['pagado', 'Te hemos pagado'],
    ['rechazado', 'se ha rechazado'],
    ['fallido', 'no ha llegado'],
  ])('says that a withdrawal is %s', async (estado, words) => {
    const mail = await compose('retiro', 'es', { estado, centimos: 1250, motivo: 'Datos incompletos' });
    expect(mail.subject).toContain(words);
    expect(mail.subject).toMatch(/12,50\s€/);
    expect(mail.text.includes('Datos incompletos')).toBe(estado === 'rechazado');
  });

  it.each(['club_inicio', 'club_impago', 'club_cancelado', 'club_fin'])('has %s in both languages', (template) => {
    expect(templates[template]).toBeDefined();
    for (const texts of [es.mail, en.mail]) expect(texts).toHaveProperty(template);
  });
});

describe('the mails about the second factor', () => {
  it.each([
    [{ estado: 'activado', app: 'Mi móvil' }, 'Verificación en dos pasos activada', 'Mi móvil'],
    [{ estado: 'app_quitada', app: 'Mi móvil' }, 'Una app menos en tu verificación en dos pasos', 'Mi móvil'],
    [{ estado: 'desactivado' }, 'Verificación en dos pasos desactivada', 'basta la contraseña'],
    [{ estado: 'restablecido', motivo: 'Perdió el móvil' }, 'Hemos quitado tu verificación en dos pasos', 'Perdió'],
    [{ estado: 'codigo_usado', quedan: 0 }, 'Se ha usado un código de recuperación', 'Códigos que quedan: 0'],
  ])('tell of %o, and what to do if it was somebody else', async (data, subject, words) => {
    const mail = await compose('segundo_factor', 'es', data);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(words);
    expect(mail.text).toContain('Si no has sido tú');
    expect(mail.html).toContain('https://shop.test/profile/two-factor');
    expect((await compose('segundo_factor', 'en', data)).text).toContain('If it was not you');
  });
});

describe('the mail about a refund', () => {
  const refund = {
    pago_id: 'p1',
    nombre: 'Fragua',
    estado: 'hecho',
    centimos: 333,
    metodo: 'tarjeta',
    entero: false,
    motivo: 'Faltaba una parte',
  };

  it('says how much, why, and whether the purchase is kept', async () => {
    const part = await compose('reembolso', 'es', refund);
    expect(part.subject).toMatch(/^Te hemos devuelto 3,33\s€$/);
    expect(part.text).toContain('Faltaba una parte');
    expect(part.text).toContain('Conservas lo que compraste');
    expect(part.html).toContain('https://shop.test/profile/payment/p1');
    expect((await compose('reembolso', 'en', { ...refund, entero: true })).text).toContain('no longer in your account');
    expect((await compose('reembolso', 'en', { ...refund, metodo: 'uncoins' })).subject).toContain('333 UnCoins');
  });

  it('tells that it did not arrive after all', async () => {
    const mail = await compose('reembolso', 'en', { ...refund, estado: 'fallido', motivo: null });
    expect(mail.subject).toBe('Your refund of €3.33 did not arrive');
    expect(mail.text).toContain('Everything is as it was before');
  });
});
