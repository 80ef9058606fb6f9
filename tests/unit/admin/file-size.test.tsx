// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { FileSize } from '@/components/ui/file-size';
import { openPlace } from '../rendered.tsx';

const { show } = openPlace();

test.each([
  [109, '109 B'],
  [4_200, '4,2 kB'],
  [4_250_000, '4,3 MB'],
])('%i bytes are shown as %s', async (bytes, text) => {
  await show(<FileSize bytes={bytes} />);
  expect(document.body.textContent?.replaceAll('\u00A0', ' ')).toContain(text);
});
