// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { PostForm } from '@/components/publish/posts/post-form-client';
import { field, press, said, type } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { savePost } = vi.hoisted(() => ({ savePost: vi.fn() }));
vi.mock('@/lib/publish/posts/action', () => ({ savePost }));
vi.mock('@/components/publish/rich-text-client', () => ({ RichText: () => null }));
vi.mock('next/navigation', () => ({
  useRouter: () => ({ push() {} }),
  unstable_isUnrecognizedActionError: () => false,
}));
vi.mock('@/components/ui/toast', () => ({ toast: async () => undefined }));

const { show } = openPlace();
const written = { title: 'Nueva versión', text: '<p>Hola</p>', audience: 'publico', productId: null } as const;
const post = { ...written, id: 'p1', isPublished: false };
const form = (version: number, key: number) => (
  <PostForm key={key} products={[]} post={{ ...post, version }} keptAs="post:ana:p1" />
);

beforeEach(() => {
  sessionStorage.clear();
  savePost.mockReset().mockResolvedValue({ ok: true, value: { publicada: false } });
});

test('unsaved input of a post survives the back button, with the version on which it is based', async () => {
  await show(form(1, 1));
  expect(said()).not.toContain('Hemos recuperado');
  await type('Título', 'Nueva versión con dragones');
  await show(form(2, 2));
  expect(field('Título').value).toBe('Nueva versión con dragones');
  expect(said()).toContain('Hemos recuperado');
  await press('Guardar el borrador');
  expect(savePost).toHaveBeenCalledWith(expect.objectContaining({ version: 1, title: 'Nueva versión con dragones' }));
  await show(form(3, 3));
  expect(field('Título').value).toBe('Nueva versión');
  expect(said()).not.toContain('Hemos recuperado');
});

test('recovered input of a post can be discarded', async () => {
  await show(form(1, 1));
  await type('Título', 'Otra cosa');
  await show(form(2, 2));
  await press('Descartarlo');
  expect(field('Título').value).toBe('Nueva versión');
  await press('Guardar el borrador');
  expect(savePost).toHaveBeenCalledWith(expect.objectContaining({ version: 2, title: 'Nueva versión' }));
  await show(form(3, 3));
  expect(said()).not.toContain('Hemos recuperado');
});

test('a new post that is sent again, also after a reload, has the same id, and the next new one another', async () => {
  savePost.mockResolvedValue({ ok: false, error: 'failed' });
  const newForm = (key: number) => <PostForm key={key} products={[]} post={null} keptAs="post:ana:new" />;
  await show(newForm(1));
  await type('Título', 'Nueva versión');
  await press('Publicar');
  await type('Título', 'Nueva versión 2');
  savePost.mockResolvedValue({ ok: true, value: { publicada: true } });
  await show(newForm(2));
  await press('Publicar');
  await show(newForm(3));
  await type('Título', 'Otra');
  await press('Publicar');
  const [first, again, next] = savePost.mock.calls.map(([input]) => input.id);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect([again === first, next === first]).toEqual([true, false]);
});
