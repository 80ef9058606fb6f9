import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { createProduct } from './support/goods.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

/** Drops files as a person does who drags them from a folder. */
async function dropFiles(page: Page, names: string[]) {
  const files = await page.evaluateHandle((all) => {
    const data = new DataTransfer();
    for (const name of all) data.items.add(new File([`PK ${name}`], name, { type: 'application/zip' }));
    return data;
  }, names);
  await page.getByText('Suéltalos aquí', { exact: false }).dispatchEvent('drop', { dataTransfer: files });
}

test('editions and bundles are duplicated, and dropped files are assigned to editions by their names', {
  tag: '@nightly',
}, async ({ page }) => {
  test.setTimeout(90_000);
  const creator = await createPerson();
  const last = await createProduct({
    usuario_id: creator.id,
    desarrollador: 'Taller',
    compatibles: ['1.20', '1.21.4'],
  });
  // A new product begins with what the last one says.
  await signIn(page, creator, '/publicar');
  await expect(page.getByText(`son los de ${last.name}, tu último producto`)).toBeVisible();
  await expect(page.getByLabel('Desarrollador')).toHaveValue('Taller');
  await expect(page.getByLabel('Versiones del juego compatibles')).toHaveValue('1.20, 1.21.4');
  await page.goto('/publicar?paso=producto');
  await expect(page.getByRole('heading', { name: 'Paso 3 de 3: Producto' })).toBeVisible();
  const editions = page.getByRole('region', { name: 'Ediciones' });
  await editions.getByRole('button', { name: 'Añadir una edición' }).click();
  await editions.getByLabel('Nombre de la edición', { exact: true }).fill('Fabric');
  await editions.getByLabel('Precio (€)', { exact: true }).fill('12');
  await editions.getByLabel('Precio de oferta (€)').fill('9');
  await editions.getByRole('button', { name: 'Duplicar la edición Fabric' }).press('Enter');
  const names = editions.getByLabel('Nombre de la edición', { exact: true });
  await expect(names.nth(1)).toHaveValue('Fabric (copia)');
  await expect(names.nth(1)).toBeFocused();
  await expect(editions.getByLabel('Precio (€)', { exact: true }).nth(1)).toHaveValue('12');
  // The copy has no offer price yet.
  await expect(editions.getByLabel('Precio de oferta (€)').nth(1)).toHaveValue('');
  await names.nth(1).fill('Forge');
  const packs = page.getByRole('region', { name: 'Packs' });
  await packs.getByRole('button', { name: 'Añadir un pack' }).click();
  await packs.getByLabel('Nombre del pack', { exact: true }).fill('Las dos');
  await packs.getByRole('button', { name: 'Duplicar el pack Las dos' }).click();
  await expect(packs.getByLabel('Nombre del pack', { exact: true }).nth(1)).toHaveValue('Las dos (copia)');

  const several = page.getByRole('region', { name: 'Varios archivos a la vez' });
  await dropFiles(page, ['torre.zip', 'torre-fabric.jar', 'Torre_Forge.jar', 'leeme.txt']);
  await expect(several.getByText('Ese tipo de archivo no se puede vender aquí.')).toBeVisible();
  const target = (name: string) => several.getByLabel(`A dónde va ${name}`);
  const chosen = (name: string) => target(name).locator('option:checked');
  await expect(chosen('torre.zip')).toHaveText('El producto');
  await expect(chosen('torre-fabric.jar')).toHaveText('Fabric');
  await expect(chosen('Torre_Forge.jar')).toHaveText('Forge');
  await target('torre.zip').selectOption('Fabric');
  await expect(several.getByText('Dos archivos irían al mismo sitio: Fabric.').first()).toBeVisible();
  await expect(several.getByRole('button', { name: 'Subir 3 archivos' })).toBeDisabled();
  await target('torre.zip').selectOption('El producto');
  // An unassigned file can create an edition.
  await dropFiles(page, ['torre-quilt.jar']);
  await target('torre-quilt.jar').selectOption('Una edición nueva: Torre quilt');
  await expect(chosen('torre-quilt.jar')).toHaveText('Torre quilt');
  await expect(names.nth(2)).toHaveValue('Torre quilt');
  await expect(several.getByText('Ponle su precio más abajo, en Ediciones.')).toBeVisible();
  await editions.getByRole('button', { name: 'Quitar la edición Torre quilt' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click();
  await expect(editions.getByRole('heading', { name: 'Ediciones' })).toBeFocused();
  await several.getByRole('button', { name: /^Quitar.*torre-quilt/ }).click();
  await expectNoAxeViolations(page);

  // The second of three uploads fails, and the third still succeeds.
  await page.route('**/api/product-file', (route) =>
    route.request().postDataJSON()?.name === 'torre-fabric.jar' && route.request().postDataJSON()?.step === 'begin'
      ? route.fulfill({ status: 422, json: { message: 'No te queda sitio para más archivos.' } })
      : route.continue(),
  );
  await several.getByRole('button', { name: 'Subir 3 archivos' }).click();
  await expect(several.getByText('2 de 4 subidos')).toBeVisible();
  await expect(several.getByText('Subido: El producto')).toBeVisible();
  await expect(several.getByText('Subido: Forge')).toBeVisible();
  await expect(several.getByText('No te queda sitio para más archivos.')).toBeVisible();
  await page.unroute('**/api/product-file');
  await several.getByRole('button', { name: 'Subir 1 archivo' }).click();
  await expect(several.getByText('3 de 4 subidos')).toBeVisible();
  await expect(page.getByText('Archivo subido: torre.zip')).toBeVisible();
  await expect(editions.getByText('Archivo subido: torre-fabric.jar')).toBeVisible();
  await expect(editions.getByText('Archivo subido: Torre_Forge.jar')).toBeVisible();
  await expect(page.getByText('Borrador guardado')).toBeVisible();
  const [draft] = await database()`select jsonb_path_query_array(contenido, '$.draft.editions[*].downloadLink') as links
    from borradores where usuario_id = ${creator.id}`;
  expect(draft?.links).toEqual([
    expect.stringMatching(/^descargas\/.*\.jar$/),
    expect.stringMatching(/^descargas\/.*\.jar$/),
  ]);
});
