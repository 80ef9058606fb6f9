import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { Report } from '@/lib/moderation/reports/server';

vi.mock('next-intl', () => ({ useTranslations: () => (key: string) => key }));
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => {} }) }));
vi.mock('@/lib/moderation/reports/action', () => ({ assignReport: async () => ({ ok: true, value: undefined }) }));
vi.mock('@/components/moderation/assign-client', () => ({ Assign: () => 'takenBy' }));
vi.mock('@/components/moderation/answer-appeal-client', () => ({ AnswerAppeal: () => 'answer' }));
vi.mock('@/components/moderation/report-actions-client', () => ({ ReportActions: () => 'acts' }));
vi.mock('@/components/moderation/show-review-client', () => ({ ShowReview: () => null }));
vi.mock('@/components/ui/time', () => ({ Time: () => null }));
const { ReportCard } = await import('@/components/moderation/report-card');

const report: Report = {
  id: 'r1',
  kind: 'usuario',
  subjectId: 'u1',
  reason: 'otro',
  text: 'Mira esto',
  state: 'abierto',
  note: null,
  at: '2026-11-20T10:00:00Z',
  from: 'Alguien',
  settledBy: '',
  takenBy: { id: 'm2', name: 'Otra' },
  isAsked: false,
  messages: [],
  dueAt: null,
  barrier: 'la_tiene_otra_persona',
  subject: null,
};
const shown = (changes: Partial<Report>) =>
  renderToStaticMarkup(<ReportCard report={{ ...report, ...changes }} me={{ id: 'm1', isAdmin: false }} others={[]} />);

test('a report assigned to another moderator shows it once', () => {
  expect(shown({})).toContain('takenBy');
  expect(shown({})).not.toContain('barriers.');
  expect(shown({})).not.toContain('acts');
});

test('a report that its moderator may not decide shows the reason', () => {
  expect(shown({ barrier: 'es_suya', takenBy: null })).toContain('barriers.es_suya');
  expect(shown({ barrier: null, takenBy: null })).toContain('acts');
});

test('an appeal quotes what was taken down, once with its reason, and says if the measure has ended', () => {
  const subject = {
    ...{ name: 'Mapa', author: 'Luz', slug: 'mapa', stars: 1, text: 'No arranca', question: null, isHidden: true },
    ...{ hiddenReason: 'Spam', isOnSale: true, sanction: 'Spam', measure: 'resena' as const, isLifted: false },
  };
  const appeal = { kind: 'medida' as const, takenBy: null, barrier: null };
  expect(shown({ ...appeal, subject })).toContain('No arranca');
  expect(shown({ ...appeal, subject })).not.toMatch(/hidden|ya_levantada/);
  expect(shown({ ...appeal, subject: { ...subject, measure: 'texto', text: 'Mi tienda' } })).toContain('Mi tienda');
  expect(shown({ ...appeal, subject: { ...subject, isLifted: true } })).toContain('errors.ya_levantada');
});

test('a report without the name of its reporter shows none', () => {
  expect(shown({})).toContain('from');
  expect(shown({ from: null })).not.toContain('from');
});
