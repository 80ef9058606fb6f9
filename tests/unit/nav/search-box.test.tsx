// @vitest-environment jsdom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { SearchBox } from '@/components/nav/search-box-client';
import { openPlace } from '../rendered.tsx';

const push = vi.hoisted(() => vi.fn());
vi.mock('next/navigation', () => ({ useRouter: () => ({ push }), usePathname: () => '/' }));

const { show } = openPlace();

test('Enter searches for the text of the field, also if it was typed before hydration', async () => {
  await show(<SearchBox />);
  const box = document.querySelector<HTMLInputElement>('[name="q"]');
  // Past React's own setter, as a key before hydration is typed.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, ' 1.21 ');
  await act(async () => box?.form?.requestSubmit());
  expect(push).toHaveBeenCalledExactlyOnceWith('/search/1.21');
});
