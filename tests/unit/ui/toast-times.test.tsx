// @vitest-environment jsdom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { toast } from '@/components/ui/toast';
import { Toasts } from '@/components/ui/toasts-client';
import { openPlace } from '../rendered.tsx';

const sonner = vi.hoisted(() => ({ shown: [] as unknown[], limit: 0 }));
vi.mock('sonner', () => {
  const note = (kind: string) => (message: string, options: object) => sonner.shown.push([kind, message, options]);
  return {
    toast: { success: note('success'), error: note('error'), warning: note('warning'), info: note('info') },
    Toaster: ({ visibleToasts }: { visibleToasts: number }) => {
      sonner.limit = visibleToasts;
      return null;
    },
  };
});

const { show } = openPlace();

test('up to twenty toasts are shown, a success for two seconds, others for four, one with a way back for eight', async () => {
  await show(<Toasts label="Avisos" />);
  const undo = () => {};
  // The list of toasts mounts at the end of `act`.
  const said: Promise<void>[] = [];
  await act(async () => {
    said.push(
      toast('success', 'Cambios guardados'),
      toast('warning', 'Ya está en tus favoritos.'),
      toast('error', 'Error al seguir.'),
      toast('success', 'Producto eliminado del carrito.', { label: 'Volver a ponerlo', undo }),
    );
    await import('@/components/ui/toast-list-client');
  });
  await act(() => Promise.all(said));
  expect(sonner).toEqual({
    limit: 20,
    shown: [
      ['success', 'Cambios guardados', { duration: 2_000 }],
      ['warning', 'Ya está en tus favoritos.', { duration: 4_000 }],
      ['error', 'Error al seguir.', { duration: 4_000 }],
      [
        'success',
        'Producto eliminado del carrito.',
        { duration: 8_000, action: { label: 'Volver a ponerlo', onClick: undo } },
      ],
    ],
  });
});
