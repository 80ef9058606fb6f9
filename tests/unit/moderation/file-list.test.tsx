// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { said } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

vi.mock('@/lib/moderation/archive', () => ({ listArchive: vi.fn() }));
const { FileList } = await import('@/components/moderation/file-list');

const { show } = openPlace();
const file = {
  ...{ link: 'descargas/a/mapa.zip', name: 'mapa.zip', url: null, isOutside: false },
  ...{ uses: [], bytes: 900, print: null, at: null, scan: null },
};

test('the files of a decided revision are not said to be gone', async () => {
  await show(<FileList files={[file]} hasLinks={false} />);
  expect(said()).not.toContain('El archivo ya no está');
  expect(said()).toContain('solo mientras el envío espera');
  await show(<FileList files={[file]} hasLinks />);
  expect(said()).toContain('El archivo ya no está');
  expect(said()).not.toContain('solo mientras el envío espera');
});
