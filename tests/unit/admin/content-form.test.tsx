// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { ProductContentForm } from '@/components/admin/product-content-client';
import { type DraftEdition, emptyDraft } from '@/lib/publish/types';
import { press, type } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { editContent } = vi.hoisted(() => ({ editContent: vi.fn() }));
vi.mock('@/lib/admin/content-action', () => ({ editContent }));
vi.mock('@/components/publish/rich-text-client', () => ({ RichText: () => null }));
vi.mock('@/components/publish/step-visuals-client', () => ({
  StepVisuals: ({ change }: { change: (part: object) => void }) => (
    <button type="button" onClick={() => change({ cover: { ...cover, url: '/media/portadas/new.webp' } })}>
      new cover
    </button>
  ),
}));
vi.mock('@/components/ui/toast', () => ({ toast: async () => undefined }));
vi.mock('next/navigation', () => ({
  useRouter: () => ({ refresh() {} }),
  usePathname: () => '/',
  unstable_isUnrecognizedActionError: () => false,
}));

const { show } = openPlace();
const cover = { url: '/media/portadas/c.webp', width: 720, height: 960, blur: null };
const id = 'c9a1e1c4-7a43-4a8e-9d0c-3a1f5b7e2d10';
const edition = { id, key: id, name: 'Oro', nameEn: '', includes: '', includesEn: '', cover } as DraftEdition;
const draft = { ...emptyDraft, name: 'Torre', cover, editions: [edition] };
const open = () => show(<ProductContentForm product={{ id: 'p1', creator: 'Ana', waitingRevision: null, draft }} />);

beforeEach(() => {
  sessionStorage.clear();
  editContent.mockReset().mockResolvedValue({ ok: true, value: undefined });
});

test('the form of a product’s content sends what was changed, with the loaded values', async () => {
  await open();
  await type('Nombre', 'Torre nueva');
  await type('Desarrollador', 'Taller');
  await press('new cover');
  await type('Nombre de la edición', 'Platino');
  await type('Motivo', 'Errata');
  await press('Guardar');
  expect(editContent).toHaveBeenCalledWith({
    id: 'p1',
    reason: 'Errata',
    edit: {
      base: { name: 'Torre', developer: '', cover: cover.url, [`editions.${id}.name`]: 'Oro' },
      changes: {
        name: 'Torre nueva',
        developer: 'Taller',
        cover: '/media/portadas/new.webp',
        [`editions.${id}.name`]: 'Platino',
      },
    },
  });
});

test('the form of a product’s content lists wrong fields by their labels, those of an edition by its saved name', async () => {
  const fieldErrors = { 'edit.developer': 'long', [`edit.editions.${id}.name`]: 'required' };
  editContent.mockResolvedValue({ ok: false, error: 'invalid', fieldErrors });
  await open();
  await type('Nombre de la edición', 'Platino');
  await press('Guardar');
  const listed = [...document.querySelectorAll('[role=alert] li')].map((item) => item.textContent?.split(':')[0]);
  expect(listed).toEqual(['Desarrollador', 'Oro · Nombre de la edición']);
});
