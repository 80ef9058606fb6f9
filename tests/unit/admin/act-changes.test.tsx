// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { ActChanges } from '@/components/admin/act-changes';
import { openPlace } from '../rendered.tsx';

const { show } = openPlace();

test.each([
  [{ precio: 10.5 }, { precio: 13 }, 'Precio: 10,50 € → 13,00 €'],
  [{ ambito: 'tienda' }, { ambito: 'producto' }, 'Para qué: Toda la tienda → Un producto'],
  [{ clase: 'otro' }, { clase: 'recibo' }, 'Clase: Otro → Recibo'],
  [{ minimo_centimos: 500 }, { minimo_centimos: 1250 }, 'Compra mínima (€): 5 → 12,5'],
])('the change of %j to %j is told in words and euros', async (before, after, words) => {
  await show(<ActChanges before={before} after={after} />);
  expect(document.body.textContent?.replaceAll('\u00a0', ' ')).toBe(words);
});
