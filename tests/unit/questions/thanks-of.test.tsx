// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setMe } from '@/components/account/me/store';
import type { MeState } from '@/components/account/me/types';
import { ThankButton } from '@/components/questions/thank-button-client';
import { ThanksOf } from '@/components/questions/thanks-client';
import { buttonOf, press } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { thank } = vi.hoisted(() => ({ thank: vi.fn() }));
vi.mock('@/lib/questions/action', () => ({ thankAnswer: thank }));
vi.mock('@/components/account/me/refresh', () => ({ begin() {}, refreshForPage() {} }));
vi.mock('@/components/account/me/page-effects', () => ({ showPerson() {} }));
vi.mock('next/navigation', () => ({ unstable_isUnrecognizedActionError: () => false }));

const { show } = openPlace();
const thanks: Record<string, string[]> = { ana: ['q1'], eva: [] };
const become = (id: string | null) =>
  act(async () => setMe((id ? { status: 'user', me: { id } } : { status: 'guest' }) as MeState));
const isThanked = () => buttonOf('Me ha servido').getAttribute('aria-pressed') === 'true';

let asking = '';
beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ thanked: thanks[asking] }));
});
afterEach(() => setMe({ status: 'guest' } as MeState));

async function open(person: string): Promise<void> {
  asking = person;
  await become(person);
  await show(
    <ThanksOf productId="p1">
      <ThankButton id="q1" slug="torre" page={1} count={1} text="¿Va?" />
    </ThanksOf>,
  );
}

it('the marks of a person are not those of the next one', async () => {
  await open('ana');
  expect(isThanked()).toBe(true);
  asking = 'eva';
  await become('eva');
  expect(isThanked()).toBe(false);
  await become(null);
  expect(isThanked()).toBe(false);
});

it('what a person has just marked is not marked for the next one', async () => {
  thank.mockResolvedValue({ ok: true, value: { slug: 'torre', gracias: true, utiles: 2 } });
  await open('eva');
  await press('Me ha servido');
  expect(isThanked()).toBe(true);
  await become(null);
  expect(isThanked()).toBe(false);
});
