// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { setMe } from '@/components/account/me/store';
import type { MeState } from '@/components/account/me/types';
import { Saving } from '@/components/club/saving-client';
import { said } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

vi.mock('@/components/account/me/refresh', () => ({ begin() {}, refreshForPage() {} }));
vi.mock('@/components/account/me/page-effects', () => ({ showPerson() {} }));

const { show } = openPlace();
const become = (id: string) => act(async () => setMe({ status: 'user', me: { id, club: false } } as MeState));
const answer = vi.fn<() => Response>();
beforeEach(() => vi.stubGlobal('fetch', async () => answer()));

const saving = (possibleCents: number) =>
  Response.json({ savedCents: 0, savedPurchases: 0, possibleCents, possiblePurchases: 6 });

it('the savings of one person are not shown to the next one', async () => {
  answer.mockReturnValueOnce(saving(2_340));
  await become('ana');
  await show(<Saving yearlyCents={3_978} />);
  expect(said()).toMatch(/23,40/);
  answer.mockReturnValueOnce(new Response(null, { status: 429 }));
  await become('ben');
  expect(said()).toBe('');
  answer.mockReturnValueOnce(saving(500));
  await become('eva');
  expect(said()).toMatch(/5,00/);
});
