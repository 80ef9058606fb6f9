import { expect, it } from 'vitest';
import { mailReturn } from '@/lib/account/sign-in/mail-return';
import { stubEnvironment } from '../environment.ts';

stubEnvironment();
const site = process.env.SITE_URL;

it('a link in a mail of Auth opens the requested page, in the language of the reader if one is given', () => {
  expect(mailReturn('/cart?producto=torre&edicion=e1', 'en')).toBe(
    `${site}/?lng=en&next=${encodeURIComponent('/cart?producto=torre&edicion=e1')}`,
  );
  expect(mailReturn('/', 'en')).toBe(`${site}/?lng=en`);
  expect(mailReturn('/cart')).toBe(`${site}/?next=%2Fcart`);
  expect(mailReturn('/')).toBe(`${site}/`);
});
