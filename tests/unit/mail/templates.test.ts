import { createTranslator } from 'next-intl';
import { render, toPlainText } from 'react-email';
import { describe, expect, it, vi } from 'vitest';
import type { Locale } from '@/lib/core/i18n/locales';
import { frameMail } from '@/lib/mail/layout';
import { templates } from '@/lib/mail/templates';
import type { MailContext, MailTexts } from '@/lib/mail/types';
import en from '@/messages/en.json' with { type: 'json' };
import es from '@/messages/es.json' with { type: 'json' };

vi.mock('@/lib/core/security/seal', () => ({
  seal: async (...words: string[]) => `${words.join('')}`.length.toString(16).padStart(64, '0'),
}));

vi.mock('@/lib/core/security/gift-token', () => ({
  giftPath: (series: string) => `/gift?regalo=token-of-${series}`,
  giftTokenHash: (series: string) => `hash-of-${series}`,
}));

const messages = { es, en };
vi.mock('next-intl/server', () => ({
  getTranslations: async ({ locale, namespace }: { locale: Locale; namespace: 'api.scope' }) =>
    createTranslator({ locale, messages: messages[locale], namespace }),
}));

/** Response of a database function, for mails that load their data. */
type Facts = Record<string, unknown>;

async function compose(template: string, locale: Locale, data: unknown, facts: Facts = {}) {
  const t = createTranslator({
    locale,
    messages: messages[locale],
    namespace: 'mail',
    onError: (error) => {
      throw error;
    },
  });
  const context = {
    client: {
      rpc: async (name: string, given: unknown) => {
        const fact = facts[name];
        return { data: typeof fact === 'function' ? fact(given) : fact, error: null, status: 200 };
      },
    } as unknown as MailContext['client'],
    data,
    locale,
    siteUrl: 'https://shop.test',
    recipient: 'Ana',
    t: t as unknown as MailTexts,
  };
  const mail = await templates[template]?.(context);
  if (!mail) throw new Error(`no template ${template}`);
  const html = await render(frameMail(mail, locale));
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

  it('contain the offer and the earlier price, and a one-click unsubscribe link', async () => {
    const mail = await compose('favorito', 'es', { motivo: 'oferta', ...offer, edicion: 'Maestra' });
    expect(mail.subject).toMatch(/^De oferta: Fragua \(Maestra\) por 9,99\s€$/);
    expect(mail.text).toMatch(/Antes: 14,99\s€/);
    expect(mail.oneClick).toMatch(
      new RegExp(`^https://shop.test/api/unsubscribe\\?tipo=favoritos&persona=${usuario}&sello=[0-9a-f]{64}$`),
    );
    expect(mail.html).toContain(`https://shop.test/baja?tipo=favoritos&amp;persona=${usuario}&amp;sello=`);
  });

  it("contain the edition in the reader's language", async () => {
    const mail = await compose('favorito', 'en', {
      ...{ motivo: 'oferta', ...offer, edicion: 'Maestra', edicion_en: 'Master' },
    });
    expect(mail.subject).toContain('Forge (Master)');
  });

  it.each(['estreno', 'disponible'])('describe %s in both languages', async (motivo) => {
    const [spanish, english] = await Promise.all(
      (['es', 'en'] as const).map((locale) =>
        compose('favorito', locale, { motivo, slug: 'x', nombre: 'Fragua', usuario }),
      ),
    );
    expect(spanish?.subject).toContain('Fragua');
    expect(english?.subject).not.toBe(spanish?.subject);
  });
});

describe('the mail of an announcement', () => {
  const usuario = '11111111-1111-4111-8111-111111111111';
  const announcement = {
    ...{ titulo: 'Obras', titulo_en: 'Works', texto: 'Hoy a las seis <b>', texto_en: 'Today at six' },
    ...{ enlace: '/events', usuario },
  };

  it("is in the reader's language, escaped, with its own unsubscribe link", async () => {
    const spanish = await compose('anuncio', 'es', announcement);
    expect(spanish.subject).toBe('Obras');
    expect(spanish.html).toContain('Hoy a las seis &lt;b&gt;');
    expect(spanish.html).toContain('https://shop.test/events');
    expect(spanish.oneClick).toMatch(
      new RegExp(`^https://shop.test/api/unsubscribe\\?tipo=anuncios&persona=${usuario}&sello=[0-9a-f]{64}$`),
    );
    expect(spanish.html).toContain(`https://shop.test/baja?tipo=anuncios&amp;persona=${usuario}&amp;sello=`);
    const english = await compose('anuncio', 'en', { ...announcement, enlace: null });
    expect([english.subject, english.text]).toEqual(['Works', expect.stringContaining('Today at six')]);
  });

  it('can only link to the shop', async () => {
    await expect(compose('anuncio', 'es', { ...announcement, enlace: 'https://mal.example' })).rejects.toThrow();
  });
});

describe('the mails about products', () => {
  it("name a new product of a followed creator in the reader's language", async () => {
    const data = { slug: 'fragua', nombre: 'Fragua', nombre_en: 'Forge', de: 'Forjabit' };
    expect(await compose('producto_nuevo', 'es', data)).toMatchObject({
      subject: 'Forjabit ha publicado Fragua',
      html: expect.stringContaining('https://shop.test/p/fragua'),
    });
    expect((await compose('producto_nuevo', 'en', data)).subject).toBe('Forjabit published Forge');
  });

  it('link to the mail settings', async () => {
    const produced = { slug: 'fragua', nombre: 'Fragua', de: 'ForjaBit' };
    for (const [template, data] of [
      ['producto_nuevo', produced],
      ['version_nueva', version],
    ] as const) {
      expect((await compose(template, 'en', data)).html).toContain('href="https://shop.test/profile/settings"');
    }
  });

  it('describe the changes of a version, escaped', async () => {
    const spanish = await compose('version_nueva', 'es', version);
    expect(spanish.subject).toBe('Fragua 2.1.0 ya está disponible');
    expect(spanish.html).toContain('https://shop.test/profile/order/a1');
    expect(spanish.text).toContain('Yunque nuevo');
    expect(spanish.html).not.toContain('<script>');
    expect((await compose('version_nueva', 'en', version)).text).toContain('New anvil');
  });

  it('fall back to Spanish without a translation', async () => {
    const mail = await compose('version_nueva', 'en', { ...version, nombre_en: null, novedades_en: null });
    expect(mail.subject).toContain('Fragua');
    expect(mail.text).toContain('Yunque nuevo');
  });

  it.each(['es', 'en'] as const)('contain the name of every reason of a rejection (%s)', async (locale) => {
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

  it('keep the line breaks of a note and of an answer to an appeal', async () => {
    const note = 'Falta la portada\nSobra el tráiler';
    const data = { aprobada: false, nombre: 'Fragua', slug: 'fragua', motivos: [], nota: note };
    expect((await compose('revision', 'es', data)).text).toContain(note);
    expect((await compose('apelacion', 'es', { concedida: false, respuesta: note })).text).toContain(note);
  });

  it('link a rejection to its reasons', async () => {
    const data = { aprobada: false, nombre: 'Fragua', slug: 'fragua', motivos: ['precio'], nota: null };
    expect((await compose('revision', 'es', data)).html).toContain('https://shop.test/edit/fragua?paso=revision');
  });

  it.each([
    ['cambios', 'Te pedimos cambios en Fragua', '/edit/fragua?paso=revision', 'Falta la portada'],
    ['mensaje', 'Mensaje del equipo de revisión sobre Fragua', '/edit/fragua?paso=revision', 'Falta la portada'],
    ['respuesta', 'Sombra escribe sobre Fragua', '/moderation/r1', 'Falta la portada'],
    ['reenvio', 'Sombra ha enviado otra vez Fragua', '/moderation/r1', 'después de que pidieras cambios'],
  ])('quote a message about a revision, and link to the thread (%s)', async (que, subject, path, words) => {
    const texto = que === 'reenvio' ? null : 'Falta la portada\n<b>ya</b>';
    const data = { que, nombre: 'Fragua', slug: 'fragua', revision_id: 'r1', de: 'Sombra', texto };
    const mail = await compose('mensaje_revision', 'es', data);
    expect(mail.subject).toBe(subject);
    expect(mail.html).toContain(`https://shop.test${path}`);
    expect(mail.text).toContain(words);
    expect(mail.html).not.toContain('<b>ya');
    expect((await compose('mensaje_revision', 'en', data)).subject).toContain('Fragua');
  });

  it.each([
    ['nueva', 'creador', 'Ana pregunta por Fragua', '/dashboard/help/s1'],
    ['respuesta', 'cliente', 'Ana ha respondido sobre Fragua', '/profile/help/s1'],
    ['aceptada', 'cliente', 'Te devolvemos el dinero de Fragua', '/profile/help/s1'],
    ['nueva', 'tienda', 'Ana pregunta por Fragua', '/dashboard-admin/help/s1'],
  ])('quote a message about a purchase, and link to the thread (%s, %s)', async (que, como, subject, path) => {
    const data = { que, como, solicitud_id: 's1', nombre: 'Fragua', nombre_en: 'Forge', de: 'Ana', texto: 'No va <b>' };
    const mail = await compose('solicitud', 'es', data);
    expect(mail.subject).toBe(subject);
    expect(mail.html).toContain(`https://shop.test${path}`);
    expect(mail.text).toContain('No va');
    expect(mail.html).not.toContain('va <b>');
    expect((await compose('solicitud', 'en', { ...data, de: null })).text).toContain('Forge');
  });

  it.each([
    ['es', 'nueva', 'Ana', 'Ana pregunta por la tienda'],
    ['es', 'respuesta', null, 'UnStore te ha respondido'],
    ['en', 'respuesta', null, 'UnStore has answered you'],
  ] as const)('quote a message about nothing in particular (%s, %s)', async (locale, que, de, subject) => {
    const data = { que, como: 'cliente', solicitud_id: 's1', nombre: null, de, texto: 'Sí.' };
    expect((await compose('solicitud', locale, data)).subject).toBe(subject);
  });

  it.each([
    ['medida', 'Hemos retirado algo tuyo: Fragua', '/profile/moderation'],
    ['repuesta', 'Hemos repuesto lo que retiramos: Fragua', '/profile/moderation'],
    ['respuesta', 'Respuesta sobre Fragua', '/moderation/reports'],
    ['atendida', 'Tu denuncia: hemos actuado', '/profile/moderation'],
  ])("describe the moderators' decision, and link to it (%s)", async (que, subject, path) => {
    const data = { que, tipo: 'producto', nombre: 'Fragua', nombre_en: 'Forge', slug: 'fragua', texto: 'Copia <b>' };
    const mail = await compose('moderacion', 'es', data);
    expect(mail.subject).toBe(subject);
    expect(mail.html).toContain(`https://shop.test${path}`);
    expect(mail.html).not.toContain('Copia <b>');
    expect((await compose('moderacion', 'en', { ...data, texto: null })).text).toContain('Forge');
  });

  it('name the reason right before it', async () => {
    const product = { nombre: 'Fragua', slug: 'fragua', texto: 'Es una copia.' };
    const edit = await compose('producto_editado', 'es', { ...product, campos: ['nombre'] });
    expect(edit.text).toMatch(/Este es el motivo:\s+Es una copia\./);
    const measure = await compose('moderacion', 'es', { ...product, que: 'medida', tipo: 'producto' });
    expect(measure.text).toMatch(/Motivo: Es una copia\./);
    const question = await compose('moderacion', 'es', { ...product, que: 'pregunta', tipo: 'producto' });
    expect(question.text).toMatch(/te pregunta:\s+Es una copia\./);
  });

  it.each(['es', 'en'] as const)(
    'list the fields of a product changed by the team, with the reason (%s)',
    async (locale) => {
      const names = messages[locale].mail.producto_editado.fields;
      const data = {
        nombre: 'Fragua',
        nombre_en: 'Forge',
        slug: 'fragua',
        campos: Object.keys(names),
        texto: 'Copia <b>',
      };
      const mail = await compose('producto_editado', locale, data);
      expect(mail.subject).toContain(locale === 'es' ? 'Fragua' : 'Forge');
      expect(mail.html).toContain('https://shop.test/edit/fragua?paso=revision');
      expect(mail.html).not.toContain('Copia <b>');
      for (const name of Object.values(names)) expect(mail.text).toContain(name);
    },
  );

  it('notify that a product is back in stock', async () => {
    const data = { motivo: 'disponible', slug: 'fragua', nombre: 'Fragua', nombre_en: 'Forge' };
    const mail = await compose('existencias', 'es', data);
    expect(mail.subject).toBe('Fragua vuelve a estar disponible');
    expect(mail.html).toContain('https://shop.test/p/fragua');
    expect((await compose('existencias', 'en', data)).subject).toContain('Forge');
  });

  it('link an approval to the product', async () => {
    const data = { aprobada: true, nombre: 'Fragua', slug: 'fragua', motivos: [], nota: null };
    const mail = await compose('revision', 'es', data);
    expect(mail.subject).toBe('Fragua está aprobado');
    expect(mail.html).toContain('https://shop.test/p/fragua');
  });
});

describe('the mails about money', () => {
  it.each([
    ['es', 'sin_reclamar', 'espera a que lo reclames', 'ana@correo.es', '26 de diciembre de 2026'],
    ['es', 'retenido', 'está comprobando tu retiro', 'ana@correo.es', '26 de diciembre de 2026'],
    ['en', 'sin_reclamar', 'waits for you to claim it', 'ana@correo.es', 'December'],
  ] as const)(
    'contain the action and the deadline of a pending payout (%s, %s)',
    async (locale, estado, subject, ...words) => {
      const data = { estado, centimos: 1250, paypal_email: 'ana@correo.es', hasta: '2026-12-26T12:00:00+00:00' };
      const mail = await compose('retiro', locale, data);
      expect(mail.subject).toContain(subject);
      for (const word of words) expect(mail.text).toContain(word);
    },
  );

  it.each([
    ['pagado', 'Te hemos pagado'],
    ['rechazado', 'se ha rechazado'],
    ['fallido', 'no ha llegado'],
  ])('report that a withdrawal is %s', async (estado, words) => {
    const mail = await compose('retiro', 'es', { estado, centimos: 1250, motivo: 'Datos incompletos' });
    expect(mail.subject).toContain(words);
    expect(mail.subject).toMatch(/12,50\s€/);
    expect(mail.text.includes('Datos incompletos')).toBe(estado === 'rechazado');
    expect(mail.text.includes('El importe vuelve a estar en tu saldo.')).toBe(estado !== 'pagado');
  });

  it('blame the creator’s address for no payout that did not arrive', async () => {
    const mail = await compose('retiro', 'es', { estado: 'fallido', centimos: 1250, motivo: 'INSUFFICIENT_FUNDS' });
    expect(mail.text).not.toContain('revisa el correo');
    expect(mail.text).toContain('En tu panel ves por qué');
    for (const { payoutReasons } of [es, en]) expect(Object.values(payoutReasons).join()).not.toMatch(/otra vez|again/);
  });

  it.each([
    'club_inicio',
    'club_impago',
    'club_cobrado',
    'club_cancelado',
    'club_fin',
    'club_renovacion',
    'club_plan',
    'club_plan_por_pagar',
    'club_plan_previsto',
  ])('exist in both languages for %s', (template) => {
    expect(templates[template]).toBeDefined();
    for (const texts of [es.mail, en.mail]) expect(texts).toHaveProperty(template);
  });
});

it('an answer leads to the questions of the person who asked', async () => {
  const data = { nombre: 'Torre', slug: 'torre', pregunta_id: 'q-1', texto: '¿Sirve?', respuesta: 'Sí.' };
  expect((await compose('contestada', 'es', data)).text).toContain('/profile/questions#q-1');
});

it.each([
  ['es', /se renueva el 3 de marzo de 2027/, /39,78\s€/, /cancela antes de ese día/],
  ['en', /renews on March 3, 2027/, /€39\.78/, /cancel before that day/],
] as const)(
  'the reminder of a renewal contains date, amount and cancellation, in %s',
  async (locale, subject, amount, way) => {
    const data = { plan: 'yearly', centimos: 3978, hasta: '2027-03-03T12:00:00Z' };
    const mail = await compose('club_renovacion', locale, data);
    expect(mail.subject).toMatch(subject);
    expect(mail.text).toMatch(amount);
    expect(mail.text).toMatch(way);
  },
);

it.each([
  ['club_inicio', 'monthly', 390, /Ya eres del Club/, /Importe.*3,90\s€/],
  ['club_cobrado', 'monthly', 390, /Hemos cobrado tu Club/, /Importe.*3,90\s€/],
  ['club_renovacion', 'monthly', 450, /se renueva el 3 de marzo de 2027/, /4,50\s€/],
  ['club_plan_previsto', 'monthly', 390, /cambia el 3 de marzo de 2027/, /3,90\s€/],
] as const)('%s contains the plan and the amount of that day', async (template, plan, centimos, subject, amount) => {
  const mail = await compose(template, 'es', { plan, centimos, hasta: '2027-03-03T12:00:00Z' });
  expect(mail.subject).toMatch(subject);
  expect(mail.text).toMatch(amount);
  expect(mail.text).toContain('Mensual');
});

describe('the mails about the second factor', () => {
  it.each([
    [{ estado: 'activado', app: 'Mi móvil' }, 'Verificación en dos pasos activada', 'Mi móvil'],
    [{ estado: 'app_quitada', app: 'Mi móvil' }, 'Se ha quitado una app de tu verificación en dos pasos', 'Mi móvil'],
    [{ estado: 'desactivado' }, 'Verificación en dos pasos desactivada', 'basta la contraseña'],
    [{ estado: 'restablecido', motivo: 'Perdió el móvil' }, 'Hemos quitado tu verificación en dos pasos', 'Perdió'],
    [{ estado: 'codigo_usado', quedan: 0 }, 'Se ha usado un código de recuperación', 'Códigos que quedan: 0'],
  ])('report %o, with advice if it was another person', async (data, subject, words) => {
    const mail = await compose('segundo_factor', 'es', data);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(words);
    expect(mail.text).toContain('Si no has sido tú');
    expect(mail.html).toContain('https://shop.test/profile/two-factor');
    expect((await compose('segundo_factor', 'en', data)).text).toContain('If it was not you');
  });
});

describe('mails about the security of an account', () => {
  it('report a login from a new browser', async () => {
    const data = { navegador: 'Firefox · Linux', momento: '2026-07-01T10:00:00Z' };
    const mail = await compose('entrada_nueva', 'es', data);
    expect(mail.subject).toBe('Nuevo inicio de sesión en tu cuenta');
    expect(mail.text).toContain('Firefox · Linux');
    expect(mail.text).toMatch(/1 de julio de 2026.*12:00 \(hora de Madrid\)/);
    expect(mail.text).toContain('Si no has sido tú');
    expect((await compose('entrada_nueva', 'en', { ...data, navegador: '' })).text).not.toContain('Browser');
  });

  it('report another address for withdrawals', async () => {
    const data = { antes: 'yo@gmail.com', despues: 'otro@gmail.com' };
    expect((await compose('direccion_pago', 'es', data)).text).toMatch(/otro@gmail\.com[\s\S]*yo@gmail\.com/);
    expect((await compose('direccion_pago', 'en', data)).subject).toContain('withdrawals');
    const key = { nombre: 'GitHub Actions', ambitos: ['sales:read'], caduca_at: '2027-01-31T12:00:00Z' };
    expect((await compose('llave_nueva', 'es', key)).text).toMatch(/GitHub Actions[\s\S]*Ver ventas[\s\S]*31 de enero/);
  });

  it('report that a game server does not respond', async () => {
    const mail = await compose('servidor_mudo', 'es', { servidor: 'Survival', contacto_at: '2026-11-20T10:00:00Z' });
    expect(mail.subject).toBe('Tu servidor Survival no responde');
    expect(mail.text).toContain('11:00 (hora de Madrid)');
    expect(mail.text).toContain('/dashboard/servers');
    const never = await compose('servidor_mudo', 'en', { servidor: 'Survival', contacto_at: null });
    expect(never.text).toMatch(/Last contact:?\s+Never/);
  });

  it('report paused webhooks with their reason', async () => {
    const facts = { url: 'https://bot.example/hook', motivo: 'fallos', codigo: 502 };
    const mail = await compose('webhook_pausado', 'es', facts);
    expect(mail.subject).toBe('Tus webhooks a bot.example están en pausa');
    expect(mail.text).toMatch(/tres días[\s\S]*bot\.example\/hook[\s\S]*502/);
    const gone = await compose('webhook_pausado', 'en', { ...facts, motivo: 'retirado', codigo: 410 });
    expect(gone.text).toMatch(/it is gone \(410\)/);
  });

  it('call no case a payment, and name the clock of its deadline', async () => {
    const books = await compose('caso', 'es', { caso_id: 1, tipo: 'libros_rotos' });
    expect(books.html).not.toContain('Un pago');
    const dispute = { caso_id: 2, tipo: 'disputa', responder_antes_de: '2026-12-01T17:00:00Z' };
    expect((await compose('caso', 'es', dispute)).text).toMatch(/antes del: 1 de diciembre.* \(hora de Madrid\)/);
  });

  it('contain the decision on an appeal', async () => {
    const data = { concedida: false, respuesta: 'Eran insultos.' };
    const mail = await compose('apelacion', 'es', data);
    expect(mail.subject).toBe('Tu apelación: la sanción se mantiene');
    expect(mail.text).toContain('Eran insultos.');
    expect((await compose('apelacion', 'en', { ...data, concedida: true })).subject).toContain('lifted');
  });
});

describe('the mail about a refund', () => {
  const facts = { datos_recibo: { nombre: 'Fragua', nombre_en: 'Forge', presupuesto: { edicion: null } } };
  const refund = {
    pago_id: 'p1',
    nombre: 'Fragua',
    estado: 'hecho',
    centimos: 333,
    metodo: 'tarjeta',
    entero: false,
    motivo: 'Faltaba una parte',
  };

  it('contains the amount and the reason, and whether the purchase is kept', async () => {
    const part = await compose('reembolso', 'es', refund, facts);
    expect(part.subject).toMatch(/^Te hemos devuelto 3,33\s€$/);
    expect(part.text).toContain('Faltaba una parte');
    expect(part.text).toContain('Conservas lo que compraste');
    expect(part.html).toContain('https://shop.test/profile/payment/p1');
    const cancelled = await compose('reembolso', 'en', { ...refund, motivo: 'cancelada_por_comprador' }, facts);
    expect(cancelled.text).toContain('Cancelled by the buyer before it was delivered');
    const whole = await compose('reembolso', 'en', { ...refund, entero: true }, facts);
    expect(whole.text).toContain('what it contained is no longer available');
    const inCoins = await compose('reembolso', 'en', { ...refund, metodo: 'uncoins' }, facts);
    expect(inCoins.subject).toContain('333 UnCoins');
  });

  it('names the coins that a refunded top-up takes from the balance', async () => {
    const pack = { nombre: '500 UnCoins', presupuesto: { edicion: null, es_recarga: true } };
    const part = await compose('reembolso', 'es', refund, { datos_recibo: pack });
    expect(part.text).not.toContain('Conservas lo que compraste');
    expect(part.text).toContain('Las UnCoins de ese importe ya no están en tu saldo; conservas las demás.');
    const whole = await compose('reembolso', 'en', { ...refund, entero: true }, { datos_recibo: pack });
    expect(whole.text).toContain('The UnCoins of this purchase are no longer in your balance.');
  });

  it('names the coins of an expired gift', async () => {
    const part = await compose('reembolso', 'es', { ...refund, caducado: true }, facts);
    expect(part.text).not.toContain('Conservas lo que compraste');
    expect(part.text).toContain('Las UnCoins de ese importe ya no están en tu saldo; conservas las demás.');
  });

  it('reports that the refund failed later', async () => {
    const mail = await compose('reembolso', 'en', { ...refund, estado: 'fallido', motivo: null }, facts);
    expect(mail.subject).toBe('Your refund of €3.33 did not arrive');
    expect(mail.text).toContain('Everything is as it was before');
  });
});

describe('multi-line text of people', () => {
  const words = 'Uno,\ndos.\n\nTres.';
  const usuario = '11111111-1111-4111-8111-111111111111';
  const announcement = { titulo: 'Obras', titulo_en: 'Works', texto: words, texto_en: words, enlace: null, usuario };
  const review = { slug: 'fragua', nombre: 'Fragua', resena_id: 'r1', estrellas: 4, texto: words };
  const gift = { nombre: 'Fragua', nombre_en: null, edicion: null, de: 'Lucía', para: 'Martín', mensaje: words };
  it.each([
    ['anuncio', announcement],
    ['version_nueva', { ...version, novedades: words }],
    ['resena', review],
    ['respuesta', review],
    ['regalo', { pago_id: 'p1' }],
  ])('keeps its line breaks in the plain text of a mail: %s', async (template, data) => {
    const mail = await compose(template, 'es', data, { datos_regalo: { ...gift, fecha_entrega: null } });
    expect(mail.text).toContain(words);
  });
});

describe('the mails about gifts', () => {
  const paid = { pago_id: 'p1' };
  const gift = {
    nombre: 'Fragua',
    nombre_en: 'Forge',
    edicion: null,
    de: 'Lucía',
    para: 'Martín',
    mensaje: '¡Feliz cumple!\n<img src=x onerror=alert(1)>',
    fecha_entrega: '2027-01-06',
  };
  const receipt = {
    ...paid,
    nombre: 'Fragua',
    total_centimos: 999,
    minecraft_name: null,
    user_id: 'u1',
    destinatario_id: 'u2',
    metodo: 'tarjeta',
    presupuesto: { lineas: [{ concepto: 'base', centimos: 999 }] },
    pedidos: ['a1'],
    articulos: [{ pedido_id: 'a1', nombre: 'Fragua', nombre_en: 'Forge', es_reserva: false, fecha_lanzamiento: null }],
  };
  const facts = { datos_regalo: gift, datos_recibo: receipt };

  it.each([
    ['es', 'Lucía te ha hecho un regalo', 'Fragua', 'compra'],
    ['en', 'Lucía gave you a gift', 'Forge', 'purchase'],
  ] as const)('name the giver and the message, and link to the gift (%s)', async (locale, subject, name, sale) => {
    const mail = await compose('regalo', locale, paid, facts);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(name);
    expect(mail.text).toContain('¡Feliz cumple!');
    expect(mail.html).not.toContain('<img src=x');
    expect(mail.html).toContain('https://shop.test/profile/gift/p1');
    expect(mail.text).not.toContain(sale);
  });

  it.each([
    ['es', 'Regalo para: Martín', '6 de enero de 2027'],
    ['en', 'Gift for: Martín', 'January 6, 2027'],
  ] as const)('name the recipient in the receipt, and link the giver to the gift (%s)', async (locale, to, day) => {
    const mail = await compose('recibo', locale, paid, facts);
    expect(mail.text).toContain(to);
    expect(mail.text).toContain(day);
    expect(mail.html).toContain('https://shop.test/profile/gift/p1');
    expect(mail.html).not.toContain('/profile/order/');
  });

  it('leave the receipt of a normal purchase unchanged', async () => {
    const own = { ...receipt, destinatario_id: 'u1', minecraft_name: 'lucia_mc' };
    const mail = await compose('recibo', 'es', paid, { datos_recibo: own });
    expect(mail.html).toContain('https://shop.test/profile/order/a1');
    expect(mail.text).toContain('lucia_mc');
  });

  it.each([
    ['es', 'Lucía te ha hecho un regalo', 'crear una gratis'],
    ['en', 'Lucía gave you a gift', 'create one for free'],
  ] as const)('deliver a gift to an address without an account, with its link (%s)', async (locale, subject, free) => {
    const renovar_enlace = vi.fn(() => ({ ok: true }));
    const mail = await compose('regalo_enlace', locale, { ...paid, serie: 's1' }, { ...facts, renovar_enlace });
    expect(renovar_enlace).toHaveBeenCalledWith({ p_pago: 'p1', p_serie: 's1', p_huella: 'hash-of-s1' });
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain('¡Feliz cumple!');
    expect(mail.text).toContain(free);
    expect(mail.html).toContain('https://shop.test/gift?regalo=token-of-s1');
    expect(mail.html).not.toContain('/profile/');
    // The giver's account writes it, and its reader is another person.
    expect(mail.text).not.toContain('Ana');
  });

  it.each([
    ['es', '999 UnCoins', 'Era gratis'],
    ['en', '999 UnCoins', 'It was free'],
  ] as const)('report an uncollected gift to the giver (%s)', async (locale, coins, free) => {
    expect((await compose('regalo_caducado', locale, { ...paid, uncoins: 999 }, facts)).text).toContain(coins);
    expect((await compose('regalo_caducado', locale, { ...paid, uncoins: 0 }, facts)).text).toContain(free);
  });

  it.each(['es', 'en'] as const)('report the delivery to the giver (%s)', async (locale) => {
    const mail = await compose('regalo_entregado', locale, paid, facts);
    expect(mail.subject).toContain('Martín');
    expect(mail.html).toContain('https://shop.test/profile/gift/p1');
  });
});
const receipt = {
  pago_id: 'p1',
  user_id: 'u1',
  destinatario_id: 'u1',
  metodo: 'tarjeta',
  nombre: 'Saga del Cuervo',
  total_centimos: 1899,
  minecraft_name: 'jugador_1',
  consentimiento: { es: 'Pido la entrega', en: 'I ask for delivery' },
  consentimiento_at: '2026-11-20T10:30:00Z',
  presupuesto: { edicion: null, lineas: [{ concepto: 'base', centimos: 1899 }] },
  pedidos: ['aaaaaaaa-1', 'bbbbbbbb-2'],
  articulos: [
    { pedido_id: 'aaaaaaaa-1', nombre: 'La Marca', nombre_en: 'The Mark', es_reserva: false, fecha_lanzamiento: null },
    { pedido_id: 'bbbbbbbb-2', nombre: 'El Vuelo', nombre_en: null, es_reserva: true, fecha_lanzamiento: '2027-01-12' },
  ],
};
const one = { ...receipt, pedidos: ['aaaaaaaa-1'], articulos: receipt.articulos.slice(0, 1) };

describe('a receipt', () => {
  it('of a bundle lists each of its orders', async () => {
    const mail = await compose('recibo', 'en', { pago_id: 'p1' }, { datos_recibo: receipt });
    expect(mail.html).toContain('https://shop.test/profile/order/aaaaaaaa-1');
    expect(mail.html).toContain('https://shop.test/profile/order/bbbbbbbb-2');
    expect(mail.text).toContain('aaaaaaaa: The Mark');
    expect(mail.text).toContain('bbbbbbbb: El Vuelo');
    expect(mail.html).toContain('href="https://shop.test/profile/orders"');
  });

  it.each([
    ['es', 'El Vuelo es una reserva: sale el 12 de enero de 2027', 'La Marca es'],
    ['en', 'El Vuelo is a pre-order: it comes out on January 12, 2027', 'The Mark is'],
  ] as const)('tells when each preorder is released (%s)', async (locale, words, released) => {
    const mail = await compose('recibo', locale, { pago_id: 'p1' }, { datos_recibo: receipt });
    expect(mail.text.replaceAll(/\s+/g, ' ')).toContain(words);
    expect(mail.text).not.toContain(released);
  });

  it('confirms the consent with its text and time', async () => {
    const mail = await compose('recibo', 'es', { pago_id: 'p1' }, { datos_recibo: one });
    expect(mail.text.replaceAll(/\s+/g, ' ')).toMatch(/El 20 de noviembre de 2026.{1,8}11:30 pediste/);
    expect(mail.text).toContain('«Pido la entrega»');
    expect(mail.html).toContain('href="https://shop.test/profile/order/aaaaaaaa-1"');
    expect((await compose('recibo', 'en', { pago_id: 'p1' }, { datos_recibo: one })).text).toContain(
      '“I ask for delivery”',
    );
    const none = { ...one, consentimiento: null, consentimiento_at: null };
    expect((await compose('recibo', 'es', { pago_id: 'p1' }, { datos_recibo: none })).text).not.toContain(
      'desistimiento',
    );
  });

  it('of a purchase in UnCoins shows coins and no euro', async () => {
    const mail = await compose('recibo', 'es', { pago_id: 'p1' }, { datos_recibo: { ...one, metodo: 'uncoins' } });
    expect(mail.text).toContain('Total: 1899 UnCoins');
    expect(mail.text).not.toContain('€');
  });

  it('of a pack of UnCoins has no Minecraft name', async () => {
    const pack = { ...one, minecraft_name: null, pedidos: [], articulos: [] };
    const mail = await compose('recibo', 'es', { pago_id: 'p1' }, { datos_recibo: pack });
    expect(mail.text).not.toContain('Minecraft');
    expect(mail.html).toContain('href="https://shop.test/profile/orders"');
  });
});

it('a failed delayed payment is reported, with a link', async () => {
  const facts = { datos_recibo: { nombre: 'Fragua', total_centimos: 999, presupuesto: { edicion: null } } };
  const mail = await compose('pago_fallido', 'es', { pago_id: 'p1' }, facts);
  expect(mail.subject).toBe('Tu pago no ha llegado: Fragua');
  expect(mail.text).toContain('No se te ha cobrado nada');
  expect(mail.html).toContain('https://shop.test/profile/payment/p1');
  expect((await compose('pago_fallido', 'en', { pago_id: 'p1' }, facts)).text).toContain('€9.99');
});

it.each([
  ['recibo', {}],
  ['reembolso', { nombre: 'Fragua', estado: 'hecho', centimos: 333, metodo: 'tarjeta', entero: true, motivo: null }],
  ['pago_fallido', {}],
])("the name of the product is in the buyer's language: %s", async (template, data) => {
  const facts = { datos_recibo: { ...one, nombre: 'Fragua', nombre_en: 'Forge' } };
  const [spanish, english] = [
    await compose(template, 'es', { pago_id: 'p1', ...data }, facts),
    await compose(template, 'en', { pago_id: 'p1', ...data }, facts),
  ];
  expect(spanish.text).toContain(': Fragua');
  expect(english.text).toContain(': Forge');
  expect(english.subject + english.text).not.toContain('Fragua');
});

it.each([
  ['reembolso', { estado: 'hecho', centimos: 100, metodo: 'tarjeta', entero: true }],
  ['no_entregado', { motivo: 'sin_stock' }],
  ['pago_fallido', {}],
])('the edition of a purchase is named when its money goes back: %s', async (template, data) => {
  const presupuesto = { ...one.presupuesto, edicion: 'Maestra', edicion_en: 'Master' };
  const facts = { datos_recibo: { ...one, nombre: 'Fragua', nombre_en: 'Forge', presupuesto } };
  expect((await compose(template, 'es', { pago_id: 'p1', ...data }, facts)).text).toContain(': Fragua (Maestra)');
  expect((await compose(template, 'en', { pago_id: 'p1', ...data }, facts)).text).toContain(': Forge (Master)');
});

describe('the mails to creators and reviewers', () => {
  const named = { nombre: 'Fragua', nombre_en: 'Forge' };
  const review = { ...named, slug: 'fragua', estrellas: 4, resena_id: 'r1', texto: 'Bien\n<b>hecha</b>' };
  const sale = { ...named, pedido_id: 'a1', centimos: 240 };
  const day = { dia: '2026-11-21', ventas: 3, centimos: 600, seguidores: 0, resenas: 1, devueltas: 0 };

  it.each([
    [
      'resena',
      review,
      'Fragua: una valoración de 4 sobre 5',
      'Forge: a review of 4 out of 5',
      '/dashboard/reviews?resena=r1',
    ],
    [
      'respuesta',
      review,
      'El creador de Fragua te ha respondido',
      'The creator of Forge has answered you',
      '/p/fragua/reviews?resena=r1',
    ],
    [
      'disputa_venta',
      { ...sale, fase: 'abierta' },
      'Disputan una venta de Fragua',
      'A sale of Forge is disputed',
      '/dashboard/sales/a1',
    ],
    [
      'disputa_venta',
      { ...sale, fase: 'ganada' },
      'Disputa ganada: Fragua',
      'Dispute won: Forge',
      '/dashboard/sales/a1',
    ],
    [
      'disputa_venta',
      { ...sale, fase: 'perdida' },
      'Disputa perdida: Fragua',
      'Dispute lost: Forge',
      '/dashboard/sales/a1',
    ],
    [
      'venta_devuelta',
      { ...sale, centimos: -240, motivo: 'No carga' },
      'Se ha devuelto una venta de Fragua',
      'A sale of Forge was refunded',
      '/dashboard/sales/a1',
    ],
    [
      'venta_devuelta',
      sale,
      'La devolución de Fragua no llegó a hacerse',
      'The refund of Forge did not go through',
      '/dashboard/sales/a1',
    ],
    [
      'resumen_creador',
      day,
      'Tu día en UnStore: 21 de noviembre',
      'Your day on UnStore: November 21',
      '/dashboard/sales?desde=2026-11-21&amp;hasta=2026-11-21',
    ],
  ])('%s has its subject in both languages, and a link', async (template, data, spanish, english, href) => {
    const mail = await compose(template, 'es', data);
    expect(mail.subject).toBe(spanish);
    expect((await compose(template, 'en', data)).subject).toBe(english);
    expect(mail.html).toContain(`https://shop.test${href}`);
    expect(mail.html).not.toContain('<b>hecha');
  });

  it('contain the reason and the deductions of a refund, and the non-empty parts of a summary', async () => {
    const refund = await compose('venta_devuelta', 'es', { ...sale, centimos: -240, motivo: 'No carga' });
    expect(refund.text).toMatch(/-2,40\s€/);
    expect(refund.text).toContain('No carga');
    const summary = await compose('resumen_creador', 'es', day);
    expect(summary.text).toMatch(/6,00\s€/);
    expect(summary.text).toContain('Valoraciones');
    expect(summary.text).not.toContain('Seguidores');
  });
});

describe('the mails of accounts', () => {
  const volver = 'https://shop.test/?lng=es&next=%2Fcart%3Fa%3D1';
  const links = [
    ['confirmar_cuenta', 'signup'],
    ['cambiar_contrasena', 'recovery'],
    ['confirmar_direccion', 'email_change'],
    ['invitacion', 'invite'],
    ['enlace_entrada', 'magiclink'],
  ] as const;

  it.each(links)('link to the confirmation of their kind, and redirect afterwards: %s', async (template, type) => {
    const mails = await Promise.all(
      (['es', 'en'] as const).map((locale) => compose(template, locale, { secreto: 'token-1', volver })),
    );
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(2);
    for (const { html, text } of mails) {
      const link = `https://shop.test/auth/confirm?token_hash=token-1&type=${type}&next=%2Fcart%3Fa%3D1`;
      expect(html).toContain(link.replaceAll('&', '&amp;'));
      expect(text).toContain(link);
    }
  });

  it('redirect to no other site', async () => {
    const other = { secreto: 'token-1', volver: 'https://evil.example/?next=https%3A%2F%2Fevil.example' };
    expect((await compose('confirmar_cuenta', 'es', other)).html).not.toContain('evil');
  });

  it('are not sent without their secret', async () => {
    await expect(compose('cambiar_contrasena', 'es', { volver })).rejects.toThrow();
  });

  it.each(['contrasena', 'direccion', 'servicio'])('report a change of %s in both languages', async (aviso) => {
    const data = { aviso, momento: '2026-11-26T10:00:00Z', nueva: 'otra@gmail.com', servicio: 'discord' };
    for (const locale of ['es', 'en'] as const) {
      const { text } = await compose('aviso_cuenta', locale, data);
      expect(text).toMatch(/2026/);
      if (aviso !== 'contrasena') expect(text).toMatch(/otra@gmail\.com|Discord/);
    }
  });
});
