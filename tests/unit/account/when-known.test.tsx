// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { BuySteps } from '@/components/catalog/product/buy-steps-client';
import { JoinClub } from '@/components/club/join-button-client';
import { ReportButton } from '@/components/moderation/reports/report-button-client';
import { clubPrices } from '@/lib/pricing/club-plans';
import { press, said } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const calls = vi.hoisted(() => ({ refreshMe: vi.fn() }));
vi.mock('@/components/account/use-me', async (original) => ({
  ...(await original<object>()),
  useMe: () => ({ status: 'unavailable' }),
  useKnown: () => undefined,
}));
vi.mock('@/components/account/me/refresh', () => calls);

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/' }));

const { show } = openPlace();
const sold = { clubOnly: false, available: true, inStock: true, downloadable: true };
const why = 'No podemos comprobar tu cuenta ahora mismo.';

test.each([
  ['Denunciar', <ReportButton key="report" kind="producto" id="p" name="Torre" />],
  [
    'Regalar',
    <BuySteps
      key="gift"
      product={{ id: 'p', slug: 'torre', name: 'Torre', ...sold }}
      offer={{ editionId: null, priceCents: 999, offerCents: null, reservation: false }}
      others={[]}
      clubPercent={30}
    />,
  ],
  ['Unirme', <JoinClub key="join" prices={clubPrices(390, 15)} />],
])(
  'in an outage of the accounts, %s says beside it why it does nothing, and reads the account again',
  async (label, button) => {
    calls.refreshMe.mockClear();
    await show(button);
    expect(said()).not.toContain(why);
    await press(label);
    expect(document.querySelector('[role="status"]')?.textContent).toContain(why);
    expect(calls.refreshMe).toHaveBeenCalledOnce();
    expect(document.querySelector('[role="dialog"]')).toBe(null);
  },
);
