import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MailAddress } from '@/components/ui/mail-address';

test.each([
  ['Para ana.de.la.torre@example.com', 'Para ana.|de.|la.|torre|@example.|com'],
  ['Para quien lo abra. Sí', 'Para quien lo abra. Sí'],
])('%s may break before its @ and after its dots', (text, broken) => {
  const shown = renderToStaticMarkup(<MailAddress>{text}</MailAddress>).replaceAll(/<\/?span[^>]*>/g, '');
  expect(shown.replaceAll('<wbr/>', '|')).toBe(broken);
});
