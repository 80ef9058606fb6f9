// @vitest-environment jsdom
import { act, type ReactNode, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { PlanDialog } from '@/components/club/plan-dialog-client';
import { MobilePanel } from '@/components/nav/mobile-panel-client';
import { PagePreview } from '@/components/publish/page-preview-client';
import { Dialog } from '@/components/ui/dialog-client';
import { firstClubPrices } from '@/lib/pricing/club-plans';
import { openPlace } from '../rendered.tsx';

vi.mock('@/components/account/use-me', () => ({ useMe: () => ({ status: 'guest' }) }));
vi.mock('@/components/catalog/product/product-view', () => ({ ProductView: () => null }));
vi.mock('@/lib/publish/preview', () => ({ previewProduct: () => null }));
vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/' }));

const { show } = openPlace();

type Open = (onClose: () => void) => ReactNode;
const dialogs: Array<[string, Open]> = [
  ['a dialog', (onClose) => <Dialog title="Title" closeLabel="Close" onClose={onClose} />],
  ['the menu of a phone', (onClose) => <MobilePanel onClose={onClose} />],
  ['the plans of the Club', (onClose) => <PlanDialog prices={firstClubPrices} onClose={onClose} />],
  [
    'the preview of a page',
    (onClose) => (
      <PagePreview
        card={{} as never}
        draft={{} as never}
        own={[]}
        club={{ percent: 10, joinCents: 390 }}
        onClose={onClose}
      />
    ),
  ],
];

function Opener({ open }: { open: Open }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && open(() => setOpen(false))}
    </>
  );
}

test.each(dialogs)('closing %s returns the focus to its opener', async (_name, open) => {
  await show(<Opener open={open} />);
  const opener = document.querySelector('button') as HTMLButtonElement;
  opener.focus();
  await act(async () => opener.click());
  expect(document.querySelector('[role="dialog"]')?.contains(document.activeElement)).toBe(true);
  await act(async () => {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  });
  await expect.poll(() => document.querySelector('[role="dialog"]')).toBeNull();
  await expect.poll(() => document.activeElement).toBe(opener);
});

test('a dialog whose first control is a link begins there', async () => {
  await show(
    <Dialog title="Title" closeLabel="Close" onClose={() => {}}>
      <a href="/login">Log in</a>
      <button type="button">Send again</button>
    </Dialog>,
  );
  expect(document.activeElement?.textContent).toBe('Log in');
});
