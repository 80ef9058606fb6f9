import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';

vi.mock('next-intl', () => ({ useTranslations: () => (key: string) => key }));
vi.mock('@/lib/account/sign-in/action', () => ({ checkUsername: async () => ({ ok: false }) }));
const { EmailField } = await import('@/components/account/email-field');
const { UsernameField } = await import('@/components/account/username-field-client');

test('password managers save the mail address as the user name, not the public name', () => {
  expect(renderToStaticMarkup(<EmailField label="Correo" />)).toMatch(/autocomplete="username"/i);
  expect(renderToStaticMarkup(<UsernameField />)).toMatch(/autocomplete="nickname"/i);
});
