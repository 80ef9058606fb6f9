import { expect, type Page } from '@playwright/test';
import { createPerson, signIn } from './support/people.ts';
import { minecraftName } from './support/shopping.ts';
import { test } from './support/test.ts';

/**
 * Does to the page what the translator of a browser does: every text, and every one that comes later, is replaced by an
 * element with its words. The words stay, so that the test still finds them.
 */
async function translate(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    const skipped = 'script, style, textarea, option, title, font';
    const replace = (text: Node) => {
      if (!text.textContent?.trim() || text.parentElement?.closest(skipped)) return;
      const font = document.createElement('font');
      font.append(text.textContent);
      text.parentNode?.replaceChild(font, text);
    };
    const replaceIn = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      texts.forEach(replace);
    };
    replaceIn(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) (node.nodeType === 3 ? replace : replaceIn)(node);
    }).observe(document.body, { childList: true, subtree: true });
  });
}

/** What React reports, and renders the page again, if the translator came before hydration: a busy machine decides. */
const isRecovered = (message: string) => /React error #418/.test(message);

/** Opens a page with browser translation. Later failures of the page are errors of the test. */
async function openTranslated(page: Page, path: string): Promise<string[]> {
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => isRecovered(message) || problems.push(message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto(path);
  await translate(page);
  return problems;
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const reads = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

type Walk = { path: string; signedIn?: boolean; steps: (page: Page) => Promise<void> };
const walks: Record<string, Walk> = {
  'login with a wrong password': {
    path: '/login',
    steps: async (page) => {
      for (const password of ['Incorrecta1', 'Incorrecta2']) {
        await page.getByLabel('Correo electrónico').fill('nadie@gmail.com');
        await page.getByLabel('Contraseña', { exact: true }).fill(password);
        await press(page, 'Iniciar sesión');
        await reads(page, 'Correo o contraseña inválidos.');
      }
      await press(page, 'Mostrar contraseña');
    },
  },
  registration: {
    path: '/login?mode=register',
    steps: async (page) => {
      await press(page, 'Crear cuenta');
      await expect(page.getByLabel('Nombre de usuario')).toHaveAttribute('aria-invalid', 'true');
      await page.getByLabel('Nombre de usuario').fill(`t${Date.now()}`);
      await page.getByLabel('Correo electrónico').fill(`t${Date.now()}@gmail.com`);
      await page.getByLabel('Contraseña', { exact: true }).fill('Secreta123');
      await press(page, 'Crear cuenta');
      await expect(page.getByRole('dialog')).toBeVisible();
      await press(page, 'Enviar el correo otra vez');
      await reads(page, 'Si esa cuenta espera la confirmación');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  },
  'password reset': {
    path: '/login?mode=reset',
    steps: async (page) => {
      await press(page, 'Enviar enlace');
      await reads(page, 'Introduce tu correo electrónico.');
      await page.getByLabel('Correo electrónico').fill('nadie@gmail.com');
      await press(page, 'Enviar enlace');
      await reads(page, 'Si existe una cuenta con ese correo');
    },
  },
  'cart with an invalid coupon': {
    path: '/cart?producto=fragua-arcana',
    signedIn: true,
    steps: async (page) => {
      for (const code of ['NOEXISTE', 'TAMPOCO']) {
        await page.getByLabel('Código de descuento').fill(code);
        await press(page, 'Aplicar');
        await reads(page, 'Cupón no válido o no encontrado.');
      }
    },
  },
  checkout: {
    path: '/checkout?producto=fragua-arcana',
    signedIn: true,
    steps: async (page) => {
      await page.getByLabel('Nombre de Minecraft').fill('x');
      await page.getByLabel('Nombre de Minecraft').blur();
      await page.getByLabel('Nombre de Minecraft').fill(minecraftName);
      await page.getByRole('checkbox', { name: /14 días de desistimiento/ }).check();
      await page.getByRole('radio', { name: /PayPal/ }).check();
      await page.getByRole('radio', { name: /Tarjeta/ }).check();
      await press(page, /^Pagar/);
      await page.waitForURL(/\/pay\/cs_/);
    },
  },
  'orders with an invalid redeem code': {
    path: '/profile/orders',
    signedIn: true,
    steps: async (page) => {
      for (const code of ['NO-EXISTE-123', 'NO-EXISTE-124']) {
        await page.getByLabel('Código', { exact: true }).fill(code);
        await press(page, 'Canjear');
        await reads(page, 'Código no válido o ya utilizado.');
      }
    },
  },
  settings: {
    path: '/profile/settings',
    signedIn: true,
    steps: async (page) => {
      await page.getByLabel('Nombre visible').fill(' ');
      await press(page, 'Guardar');
      await reads(page, 'Escribe un nombre.');
      await page.getByLabel('Nombre visible').fill(`Trad ${Date.now()}`);
      await press(page, 'Guardar');
      await reads(page, 'Cambios guardados');
      await page.getByRole('tab', { name: 'Seguridad' }).click();
      await page.getByRole('tab', { name: 'Perfil' }).click();
    },
  },
  'product page': {
    path: '/p/fragua-arcana',
    signedIn: true,
    steps: async (page) => {
      await press(page, /^Denunciar/);
      await press(page, 'Enviar la denuncia');
      await page.keyboard.press('Escape');
      await press(page, /favoritos/);
      await reads(page, 'Añadido a favoritos.');
      await press(page, /^Regalar/);
      await page.getByRole('dialog').getByRole('textbox').first().fill('nadie_asi');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
    },
  },
};

for (const [name, { path, signedIn, steps }] of Object.entries(walks)) {
  test(`a page changed by browser translation keeps working: ${name}`, { tag: '@nightly' }, async ({ page }) => {
    if (signedIn) await signIn(page, await createPerson());
    const problems = await openTranslated(page, path);
    await steps(page);
    await expect(page.getByRole('heading').first()).toBeVisible();
    expect(problems).toEqual([]);
  });
}
