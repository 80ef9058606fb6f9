import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Metric, metrics } from '@/lib/core/telemetry/metrics';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'deploy/grafana');
const read = (path: string) => readFileSync(path, 'utf8');

const unitSuffix = { s: '_seconds', By: '_bytes', '1': '' } as const;

/** Series that Prometheus derives from an OTLP metric. */
function seriesOf({ name, unit, kind }: Metric): string[] {
  const base = name.replaceAll(/[^a-zA-Z0-9_]/g, '_') + unitSuffix[unit];
  if (kind === 'histogram') return ['_bucket', '_sum', '_count'].map((end) => base + end);
  return [kind === 'counter' ? `${base}_total` : base];
}

/** Prometheus's spelling of a label. */
const labelOf = (name: string): string => name.replaceAll(/[^a-zA-Z0-9_]/g, '_');

/** Labels of each series in Prometheus: those of its metric, and the common ones. */
const labels = new Map(
  Object.values(metrics).flatMap((metric) =>
    seriesOf(metric).map((name) => [name, new Set([...metric.labels.map(labelOf), 'le', 'instance'])] as const),
  ),
);
const words = new Set(
  'sum by rate increase histogram_quantile topk absent absent_over_time deriv and or unless'.split(' '),
);

/** The names in a question to Prometheus that it has no answer for. */
function unknownIn(question: string): string[] {
  const unknown: string[] = [];
  const series = [...question.matchAll(/([a-z]\w+)(?:\{([^}]*)\})?(?=\[|\s|\)|$)/g)].filter(([, name = '']) =>
    labels.has(name),
  );
  const known = new Set(series.flatMap(([, name = '']) => [...(labels.get(name) ?? [])]));
  for (const [, name = '', selector = ''] of series) {
    for (const [, label = ''] of selector.matchAll(/(\w+)\s*(?:=|!=|=~|!~)\s*"/g)) {
      if (!labels.get(name)?.has(label)) unknown.push(`${name}{${label}}`);
    }
  }
  const bare = question.replaceAll(/"[^"]*"/g, '').replaceAll(/\[\w+\]/g, '');
  for (const [name] of bare.matchAll(/(?<![\w.])[a-z_]\w*/g)) {
    if (!words.has(name) && !labels.has(name) && !known.has(name)) unknown.push(name);
  }
  if (series.length === 0) unknown.push('no series');
  return unknown;
}

type Dashboard = {
  uid: string;
  panels: Array<{ id: number; title: string; targets: Array<{ expr: string; legendFormat: string }> }>;
};
const dashboards = globSync('*.json', { cwd: folder }).map((name) => ({
  name,
  board: JSON.parse(read(join(folder, name))) as Dashboard,
}));

describe('dashboards', () => {
  it.each(dashboards)('$name queries only exported metrics', ({ board }) => {
    expect(board.panels.length).toBeGreaterThan(3);
    for (const { title, targets } of board.panels) {
      for (const { expr } of targets) expect(unknownIn(expr), `${title}: ${expr}`).toEqual([]);
    }
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
  });

  it('show every metric', () => {
    const text = dashboards.map(({ name }) => read(join(folder, basename(name)))).join('');
    const missing = Object.values(metrics).filter((metric) => !seriesOf(metric).some((name) => text.includes(name)));
    expect(missing.map(({ name }) => name)).toEqual([]);
    expect(new Set(dashboards.map(({ board }) => board.uid)).size).toBe(dashboards.length);
  });
});

describe('alerts', () => {
  const text = read(join(folder, 'alerts.yaml'));
  const rules = text
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map((rule) => ({
      name: rule.split('\n', 1)[0] ?? '',
      question: /^ {8}expr: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/m.exec(rule)?.slice(1).find(Boolean) ?? '',
      rule,
    }));

  it.each(rules)('$name queries only exported metrics, and has a severity', ({ question, rule }) => {
    expect(question).not.toBe('');
    expect(unknownIn(question)).toEqual([]);
    expect(rule).toMatch(/severity: (?:page|ticket)/);
    // In braces a comma separates entries, so a sentence with one must be quoted.
    expect(rule).toMatch(/summary: (?:"[^"]+"|[^",]+) \}$/m);
  });

  it.each(rules)('$name also fires for absent metrics', ({ question }) => {
    // A counter is exported from its first count on, and a sum of nothing is no number that could be compared with 0.
    expect(question.includes('== 0') && !question.includes('absent(')).toBe(false);
  });

  it('are all documented', () => {
    const page = read(join(root, 'docs/operations.md'));
    const explained = [...page.matchAll(/^\| `([A-Z][a-z]\w+)` \|/gm)].map(([, name]) => name);
    expect(explained).toEqual(rules.map(({ name }) => name));
    expect(rules.length).toBeGreaterThan(8);
  });
});

it('a query of an unknown metric is detected', () => {
  expect(unknownIn('sum(rate(http_requests_total[5m]))')).toEqual(['http_requests_total', 'no series']);
  expect(unknownIn('unstore_payments_total{route="x"}')).toEqual(['unstore_payments_total{route}', 'route']);
  expect(unknownIn('sum by (route) (unstore_payments_total)')).toEqual(['route']);
});
