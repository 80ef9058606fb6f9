import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from '@playwright/test';
import sharp from 'sharp';
import { codeOf } from './support/app-code.ts';
import { database } from './support/database.ts';
import { findMail, linkIn } from './support/mailbox.ts';
import { type Driver, type Steps, stepsOf } from './support/other-browsers/browser.ts';
import { startFirefox } from './support/other-browsers/firefox.ts';
import { startWebKit } from './support/other-browsers/webkit.ts';
import { createPerson, createStaff } from './support/people.ts';
import { newName, slugOf } from './support/publishing.ts';
import { boughtOnce, expectBooks, goodCard, minecraftName } from './support/shopping.ts';

async function logIn(steps: Steps, person: { email: string; password: string; secret?: string }, next: string) {
  await steps.open(`/login?next=${encodeURIComponent(next)}`);
  await steps.fill(/^Correo electrónico/, person.email);
  await steps.fill(/^Contraseña$/, person.password);
  await steps.click('button', /^Iniciar sesión$/);
  if (person.secret) {
    await steps.fill(/^Código de la app$/, codeOf(person.secret));
    await steps.click('button', /^Continuar$/);
  }
  await steps.arriveAt(new RegExp(`${next}$`));
}

/** A cover and a file of 14 MB, which is uploaded in three parts. */
async function makeFiles() {
  const folder = await mkdtemp(join(tmpdir(), 'publish-'));
  const [cover, file] = [join(folder, 'portada.png'), join(folder, 'Torre final.zip')];
  await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#5b2f8f' } }).toFile(cover);
  await writeFile(file, Buffer.concat([Buffer.from('PK'), randomBytes(14_000_000)]));
  return { cover, file };
}

const browsers: Record<string, () => Promise<Driver>> = { Firefox: startFirefox, WebKit: startWebKit };

for (const [name, start] of Object.entries(browsers)) {
  test(`a new person registers, buys and downloads in ${name}`, async () => {
    test.setTimeout(240_000);
    const driver = await start();
    const steps = stepsOf(driver);
    try {
      const username = `n${randomUUID().replaceAll('-', '').slice(0, 12)}`;
      const email = `${username}@gmail.com`;
      await steps.open('/p/fragua-arcana');
      await steps.click('link', /^Comprar/);
      await steps.click('link', /^Crear cuenta$/);
      await steps.fill(/^Nombre de usuario/, username);
      await steps.fill(/^Correo electrónico/, email);
      await steps.fill(/^Contraseña$/, 'Secreta123');
      await steps.click('button', /^Crear cuenta$/);
      await steps.see('dialog', /^Confirma tu correo$/);
      await steps.open(linkIn(await findMail(email, /Confirma tu correo/), '/auth/confirm'));
      await steps.click('button', /^Confirmar mi correo$/);
      await steps.arriveAt(/\/cart\?producto=fragua-arcana/);
      await steps.click('link', /^Ir al pago · /);
      await steps.fill(/^Nombre de Minecraft/, minecraftName);
      await steps.click('checkbox', /14 días de desistimiento/);
      await steps.click('button', /^Pagar/);
      await steps.arriveAt(/\/pay\/cs_/);
      await steps.fill(/^Número de tarjeta/, goodCard);
      await steps.click('button', /^Pagar/);
      await steps.see('heading', /^¡Gracias por tu compra!$/);
      const [person] = await database()`select id from auth.users where email = ${email}`;
      await expectBooks({ id: person?.id, email, username, password: 'Secreta123' }, boughtOnce);
      await steps.click('link', /^Ver el pedido$/);
      // The page of the purchase has a download link, too.
      await steps.arriveAt(/\/profile\/order\//);
      await steps.click('link', /^Descargar/);
      await steps.downloaded('fragua-arcana.zip', 'PK');
    } finally {
      await steps.close();
    }
  });

  test(`a creator publishes a product with a file of 14 MB in ${name}, and a moderator approves it`, async () => {
    test.setTimeout(240_000);
    const [creator, moderator, files] = [await createPerson(), await createStaff('moderador'), await makeFiles()];
    const product = newName();
    const publishing = stepsOf(await start());
    try {
      await logIn(publishing, creator, '/dashboard');
      await publishing.click('link', /^Publicar un producto$/);
      await publishing.fill(/^Nombre$/, product);
      await publishing.choose(/^Categoría/, 'plugin');
      await publishing.fill(/^Precio \(€\)/, '9,50');
      await publishing.click('tab', /Visuales$/);
      await publishing.upload(/^Subir una imagen$/, files.cover);
      await publishing.see('img', /^Portada$/);
      await publishing.click('tab', /Producto$/);
      await publishing.upload(/^Subir un archivo: URL de descarga$/, files.file);
      await publishing.read(/^Archivo subido: Torre final\.zip/);
      await publishing.click('button', /^Enviar a revisión$/);
      await publishing.arriveAt(/\/dashboard$/);
    } finally {
      await publishing.close();
    }
    const desk = stepsOf(await start());
    try {
      await logIn(desk, moderator, '/moderation');
      await desk.click('link', new RegExp(product));
      await desk.click('button', /^Aprobar$/);
      await desk.arriveAt(/\/moderation$/);
      await desk.open(`/p/${slugOf(product)}`);
      await desk.see('heading', new RegExp(`^${product}$`));
    } finally {
      await desk.close();
    }
  });
}
