import type { DndContextProps } from '@dnd-kit/core';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { LibraryGrid } from '@/components/orders/library/library-grid-client';
import messages from '@/messages/es.json';

const dragging = vi.hoisted(() => ({ context: {} as DndContextProps }));
vi.mock('@dnd-kit/core', async (original) => ({
  ...(await original<object>()),
  DndContext: (props: DndContextProps) => {
    dragging.context = props;
    return null;
  },
}));

test('a cover is dragged from five pixels on, and at most 400 px to either side', () => {
  renderToStaticMarkup(
    <NextIntlClientProvider locale="es" timeZone="Europe/Madrid" messages={messages}>
      <LibraryGrid first={{ items: [], next: null }} userId="me" />
    </NextIntlClientProvider>,
  );
  const { modifiers: [limit] = [], sensors = [] } = dragging.context;
  const dragged = (x: number, y: number) =>
    limit?.({ transform: { x, y, scaleX: 1, scaleY: 1 } } as Parameters<typeof limit>[0]);
  expect(dragged(-401, 900)).toMatchObject({ x: -400, y: 900 });
  expect(dragged(399, 0)).toMatchObject({ x: 399, y: 0 });
  expect(dragged(401, -900)).toMatchObject({ x: 400, y: -900 });
  expect(sensors.map(({ options }) => options)).toContainEqual({ activationConstraint: { distance: 5 } });
});
