import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { createVersion } from '@/lib/api/operations/versions';
import { Refusal } from '@/lib/api/problem';

test('a repeated version is answered like the first one, whatever its product has become', async () => {
  const call = vi.fn(async (operation: string) => {
    if (operation === 'wasMade') return { hecha: true };
    throw new Refusal('not_found');
  });
  const productId = randomUUID();
  const asked = {
    params: { product_id: productId },
    body: { version: '2.0' },
    call,
    once: { key: 'build-7', hash: 'x' },
  };
  expect(await createVersion.run(asked as never)).toEqual({ product_id: productId, version: '2.0', state: 'pending' });
  expect(call).toHaveBeenCalledTimes(1);
});
