import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits, type Scope, type Windows } from '../../lib/core/limits/table.ts';
import { type Metric, metrics } from '../../lib/core/telemetry/metrics.ts';
import { docComments } from './doc-comments.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const row = (cells: string[]) => `| ${cells.join(' | ')} |`;

/** A Markdown table between blank lines. */
const table = (head: string[], rows: string[][]) => [
  '',
  row(head),
  `|${'---|'.repeat(head.length)}`,
  ...rows.map(row),
  '',
];

const spans: Record<number, string> = { 60: 'a minute', 3600: 'an hour', 86400: 'a day' };
const scopes: Record<Scope, string> = {
  address: 'per address',
  network: 'per IPv6 site',
  device: 'per known browser',
  account: 'per account',
  shop: 'in all',
};

function inWords(limits: Partial<Record<Scope, Windows>>): string {
  const parts = Object.entries(scopes).flatMap(([scope, words]) => {
    const windows = limits[scope as Scope]?.map(
      ([times, seconds]) => `${times.toLocaleString('en-US')} ${spans[seconds] ?? `in ${seconds / 60} min`}`,
    );
    return windows ? [`${windows.join(' and ')} ${words}`] : [];
  });
  return parts.join(', ');
}

/** The rate limits of the shop. */
export const limitTable = (): string[] =>
  table(
    ['kind', 'counts', 'limits'],
    docComments('lib/core/limits/table.ts', 'limits').map(([kind, text]) => [
      `\`${kind}\``,
      text,
      inWords(limits[kind as keyof typeof limits]),
    ]),
  );

/** The chores of `/api/cron`, in their order. */
export const jobTable = (): string[] =>
  table(
    ['chore', 'what it does'],
    docComments('lib/jobs/index.ts', 'turns', 2).map(([name, text]) => [`\`${name}\``, text]),
  );

const prometheusUnits = { s: '_seconds', By: '_bytes', 1: '' };

/** The name of a metric in Prometheus. */
const storedName = ({ name, unit, kind }: Metric) =>
  `${name.replaceAll('.', '_')}${prometheusUnits[unit]}${kind === 'counter' ? '_total' : ''}`;

/** The metrics of a node. */
export const metricTable = (): string[] =>
  table(
    ['metric', 'kind', 'labels', 'measures'],
    Object.values<Metric>(metrics).map((metric) => [
      `\`${storedName(metric)}\``,
      metric.kind,
      metric.labels.map((label) => `\`${label.replaceAll('.', '_')}\``).join(', '),
      metric.about,
    ]),
  );

/** The settings of the shop: the columns of its single row, described by the comments above them. */
export function settingsTable(): string[] {
  const [, columns = ''] =
    /create table public\.configuracion_global \(\n(.*?)\n\);/s.exec(read('supabase/schemas/05_settings.sql')) ?? [];
  const found = columns.matchAll(/ {2}-- (.*(?:\n {2}-- .*)*)\n {2}(\w+) .*? default ('.*?'|[\w.]+)/g);
  const rows = [...found].map(([, text = '', name = '', value = '']) => [
    `\`${name}\``,
    value === "''" ? 'empty' : value,
    text.replaceAll(/\n {2}-- /g, ' '),
  ]);
  const named = [...columns.matchAll(/^ {2}(\w+) /gm)].length;
  if (rows.length !== named - 1) throw new Error('A column of configuracion_global has no comment above it');
  return table(['setting', 'default', 'meaning'], rows);
}

/** The decision records. */
export function decisionTable(): string[] {
  const files = readdirSync(join(root, 'docs/decisions')).filter((name) => /^\d{4}-/.test(name));
  const rows = files.sort().map((file) => {
    const [, title, status] = /^# (.+)\n\n((?:Accepted|Proposed) .+)\.\n/.exec(read(`docs/decisions/${file}`)) ?? [];
    if (!title || !status) throw new Error(`${file} has no title, or no line with its status and date`);
    return [file.slice(0, 4), `[${title}](${file})`, status.toLowerCase()];
  });
  return table(['', 'decision', 'status'], rows);
}
