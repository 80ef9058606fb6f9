import { expect } from '@playwright/test';
import type { Shop } from './http.ts';
import type { Person } from './people.ts';

/** Opens a payment step; answers its nonce, and the page without what is of one answer and of one person. */
export async function openPaymentStep(shop: Shop, path: string, { id, username }: Person) {
  const answer = await shop.get(path);
  const html = await answer.text();
  const nonce = /'nonce-([^']+)'/.exec(answer.headers()['content-security-policy'] ?? '')?.[1] ?? '';
  const told = /<script type="application\/json" id="known-me">(.*?)<\/script>/.exec(html)?.[1] ?? '{}';
  expect([answer.status(), answer.headers()['cache-control']]).toEqual([
    200,
    expect.stringMatching(/^private.*no-store/),
  ]);
  expect(JSON.parse(told)).toMatchObject({ id, username });
  const page = html.replaceAll(nonce, '').replace(told, '');
  const isReused = answer.headers().age !== undefined;
  // One that was rendered for this person alone names them in React's data.
  if (isReused) for (const name of [id, username]) expect(page).not.toContain(name);
  return { nonce, page, isReused };
}
