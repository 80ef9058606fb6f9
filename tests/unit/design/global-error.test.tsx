import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import GlobalError from '@/app/global-error';

const pageOf = (digest?: string) =>
  renderToStaticMarkup(<GlobalError error={Object.assign(new Error('the root layout failed'), { digest })} />);

test('the page of a failed root layout speaks both languages and shows the code of the failure', () => {
  const page = pageOf('1234567');
  expect(page).toContain('Algo ha fallado. <span lang="en">Something went wrong.</span>');
  expect(page).toContain('Reintentar · <span lang="en">Try again</span>');
  expect(page).toMatch(/<code[^>]*>1234567<\/code>/);
  expect(pageOf()).not.toContain('<code');
});
