import { NextIntlClientProvider, useTranslations } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MoreMessages } from '@/components/ui/i18n/more-messages-client';
import es from '@/messages/es.json';

function Words() {
  const t = useTranslations();
  return `${t('product.buy')}, ${t('productPage.versions')}`;
}

it('a page adds its messages to those of its layout', () => {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="es" timeZone="Europe/Madrid" messages={{ product: es.product }}>
      <MoreMessages messages={{ productPage: es.productPage }}>
        <Words />
      </MoreMessages>
    </NextIntlClientProvider>,
  );
  expect(html).toBe(`${es.product.buy}, ${es.productPage.versions}`);
});
