// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { StepReview } from '@/components/publish/step-review';
import type { ReviewState } from '@/lib/publish/types';
import { openPlace } from '../rendered.tsx';

vi.mock('@/components/publish/review-thread-client', () => ({ ReviewThread: () => null }));
vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/edit/fragua' }));
const { show } = openPlace();

const review: ReviewState = {
  state: 'aprobada',
  sentAt: '2026-03-01T10:00:00Z',
  position: null,
  medianHours: null,
  reasons: [],
  note: null,
};
const takedown = { reason: 'Copia de otra obra', at: '2026-03-04T10:00:00Z' };
const props = { productId: 'p1', isOnSale: false, review, takedown: null, messages: [], teamEdits: [] };
const seen = () => document.body.textContent;

test('a product that was taken down shows the reason and the appeal instead of its earlier approval', async () => {
  await show(<StepReview {...props} isOnSale />);
  expect(seen()).toContain('Aprobado');
  await show(<StepReview {...props} takedown={takedown} />);
  expect(seen()).toContain('Lo retiramos de la venta el 4');
  expect(seen()).toContain('Motivo: Copia de otra obra');
  expect(seen()).not.toContain('Aprobado');
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/profile/moderation');
  await show(
    <StepReview {...props} takedown={takedown} review={{ ...review, state: 'rechazada', reasons: ['calidad'] }} />,
  );
  expect(seen()).toMatch(/Copia de otra obra.*Rechazado/);
});

test('a product that was taken down without a reason or any revision says so', async () => {
  await show(<StepReview {...props} takedown={{ ...takedown, reason: null }} review={null} />);
  expect(seen()).toContain('Sin motivo anotado');
  expect(seen()).not.toContain('aún no ha pasado por revisión');
});
