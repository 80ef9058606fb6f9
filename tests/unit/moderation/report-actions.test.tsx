// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ReportActions } from '@/components/moderation/report-actions-client';
import { press, said } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { actOnReport, settleReport } = vi.hoisted(() => ({ actOnReport: vi.fn(), settleReport: vi.fn() }));
vi.mock('@/lib/moderation/reports/action', () => ({ actOnReport, askInReport: vi.fn(), settleReport }));
vi.mock('next/navigation', async (original) => ({ ...(await original()), useRouter: () => ({ refresh: vi.fn() }) }));

const { show } = openPlace();

beforeEach(() => {
  sessionStorage.clear();
  for (const act of [actOnReport, settleReport]) act.mockReset().mockResolvedValue({ ok: true, value: undefined });
});

async function choose(value: string): Promise<void> {
  const select = document.querySelector('select') as HTMLSelectElement;
  select.value = value;
  await act(async () => select.dispatchEvent(new Event('change', { bubbles: true })));
}

async function write(text: string): Promise<void> {
  const area = document.querySelector('textarea') as HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text);
  await act(async () => area.dispatchEvent(new Event('input', { bubbles: true })));
}

const inDialog = (name: string) => {
  const buttons = [...(document.querySelector('[role="dialog"]')?.querySelectorAll('button') ?? [])];
  return act(async () => buttons.find(({ textContent }) => textContent === name)?.click());
};

test('a ban for good and a removal are confirmed first, by name, and not without a reason', async () => {
  await show(<ReportActions id="r" kind="producto" name="Mapa pirata" isAdmin />);
  await press('Retirar el producto');
  expect(document.querySelector('[role="dialog"]')).toBeNull();
  actOnReport.mockClear();
  await choose('ban');
  await write('Estafa');
  await press('Suspender a su autor');
  expect(said()).toContain('Suspender a su autor para siempre: Mapa pirata');
  expect(said()).toContain('«Estafa»');
  expect(actOnReport).not.toHaveBeenCalled();
  await inDialog('Cancelar');
  await choose('takeDown');
  await press('Retirar el producto');
  await inDialog('Retirar el producto');
  expect(actOnReport).toHaveBeenCalledExactlyOnceWith({ id: 'r', measures: ['retirar'], until: '', reason: 'Estafa' });
  expect(document.querySelector('[role="dialog"]')).toBeNull();
});

test('a refusal closes the dialog and appears at the field', async () => {
  actOnReport.mockResolvedValue({ ok: false, error: 'es_admin' });
  await show(<ReportActions id="r" kind="usuario" name="Ana" isAdmin />);
  await choose('ban');
  await write('Estafa');
  await press('Suspender a esta persona');
  await inDialog('Suspender a esta persona');
  expect(document.querySelector('[role="dialog"]')).toBeNull();
  expect(said()).toContain('No se puede suspender a un admin.');
});

test('a report is dismissed without a confirmation', async () => {
  await show(<ReportActions id="r" kind="producto" name="Mapa" isAdmin={false} />);
  await choose('dismiss');
  await press('Descartar');
  expect(settleReport).toHaveBeenCalledOnce();
});

test.each([
  ['producto', 'Preguntar a su autor', 'Suspender a su autor'],
  ['usuario', 'Preguntar a esta persona', 'Suspender a esta persona'],
] as const)('the acts about a report of a %s name whom they concern', async (kind, ...names) => {
  await show(<ReportActions id="r" kind={kind} name="Ana" isAdmin />);
  const offered = [...document.querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(offered).toEqual(expect.arrayContaining([...names]));
});

test('an unsent text survives a reload until it is sent', async () => {
  const area = () => document.querySelector('textarea') as HTMLTextAreaElement;
  await show(<ReportActions key="1" id="r" kind="producto" name="Mapa pirata" isAdmin />);
  await choose('dismiss');
  await write('No hay nada que retirar');
  await show(<ReportActions key="2" id="r" kind="producto" name="Mapa pirata" isAdmin />);
  expect(area().value).toBe('No hay nada que retirar');
  await choose('dismiss');
  await press('Descartar');
  expect(settleReport).toHaveBeenCalledOnce();
  await show(<ReportActions key="3" id="r" kind="producto" name="Mapa pirata" isAdmin />);
  expect(area().value).toBe('');
});
