import { NextIntlClientProvider } from 'next-intl';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, vi } from 'vitest';
import { formats } from '@/lib/core/i18n/formats';
import messages from '@/messages/es.json';

/**
 * A place in jsdom for each test of a file, taken away after it.
 *
 * @returns `show` renders into it, with the Spanish messages
 */
export function openPlace() {
  let root: Root;
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    root = createRoot(document.body.appendChild(document.createElement('div')));
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    document.body.replaceChildren();
  });
  const show = (content: ReactNode) =>
    act(async () =>
      root.render(
        <NextIntlClientProvider locale="es" timeZone="Europe/Madrid" messages={messages} formats={formats}>
          {content}
        </NextIntlClientProvider>,
      ),
    );
  return { show };
}
