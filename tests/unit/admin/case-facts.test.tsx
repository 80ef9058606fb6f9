// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { CaseFacts } from '@/components/admin/case-facts';
import { openPlace } from '../rendered.tsx';

const { show } = openPlace();

test.each([
  [{ motivo: 'fraudulent' }, 'MotivoNo reconoce el cobro: fraude'],
  [{ motivo: 'RECEIVER_UNREGISTERED' }, 'MotivoEsa dirección no tiene cuenta de PayPal.'],
  [{ motivo: 'Lo pidió por teléfono' }, 'MotivoLo pidió por teléfono'],
  [{ estado: 'en_proceso' }, 'EstadoEn proceso'],
  [{ noticia: 'fallido' }, 'Estado según PayPalDevuelto al saldo'],
  [{ noticia: 'pendiente' }, 'Estado según PayPalEn proceso'],
  [{ proveedor: 'stripe' }, 'ProveedorStripe'],
  [{ referencia: 'fraudulent' }, 'Referenciafraudulent'],
])('the facts %j of a case are words instead of codes', async (facts, words) => {
  await show(<CaseFacts facts={facts} />);
  expect(document.body.textContent).toBe(words);
});
