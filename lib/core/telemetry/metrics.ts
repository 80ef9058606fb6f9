/** A metric. Times are in seconds. */
export type Metric = {
  name: string;
  unit: 's' | 'By' | '1';
  kind: 'histogram' | 'counter' | 'gauge';
  labels: readonly string[];
  about: string;
};

/**
 * All exported metrics. Dashboards and alerts in `deploy/grafana` use no other; `npm run generate` writes the table of
 * docs/operations.md.
 */
export const metrics = {
  request: {
    name: 'http.server.request.duration',
    unit: 's',
    kind: 'histogram',
    labels: ['http.route', 'http.request.method', 'http.response.status_code'],
    about: 'From the first byte of a request to the last of its answer',
  },
  supabase: {
    name: 'unstore.supabase.duration',
    unit: 's',
    kind: 'histogram',
    labels: ['service', 'call', 'outcome'],
    about: 'Calls to the database (service "rest"), Auth and Storage',
  },
  provider: {
    name: 'unstore.provider.duration',
    unit: 's',
    kind: 'histogram',
    labels: ['provider', 'call', 'outcome'],
    about: 'Calls to Stripe, PayPal and the mail server',
  },
  job: {
    name: 'unstore.job.duration',
    unit: 's',
    kind: 'histogram',
    labels: ['chore', 'outcome'],
    about: 'The chores of the ten-minute job',
  },
  payments: {
    name: 'unstore.payments',
    unit: '1',
    kind: 'counter',
    labels: ['provider', 'outcome'],
    about: 'Payments delivered, refused by the database, failed or expired',
  },
  webhooks: {
    name: 'unstore.webhooks',
    unit: '1',
    kind: 'counter',
    labels: ['provider', 'outcome'],
    about: 'Webhooks accepted, refused although their provider sent them, forged, or failed',
  },
  active: {
    name: 'http.server.active_requests',
    unit: '1',
    kind: 'gauge',
    labels: [],
    about: 'Requests that are being answered',
  },
  lagMiddle: {
    name: 'nodejs.eventloop.delay.p50',
    unit: 's',
    kind: 'gauge',
    labels: [],
    about: 'Event loop delay since the last export, median',
  },
  lagHigh: {
    name: 'nodejs.eventloop.delay.p99',
    unit: 's',
    kind: 'gauge',
    labels: [],
    about: 'Event loop delay since the last export, 99th percentile',
  },
  heap: {
    name: 'v8js.memory.heap.used',
    unit: 'By',
    kind: 'gauge',
    labels: [],
    about: 'JavaScript objects in memory',
  },
  memory: {
    name: 'process.memory.usage',
    unit: 'By',
    kind: 'gauge',
    labels: [],
    about: 'Resident memory of the process (RSS)',
  },
} as const satisfies Record<string, Metric>;
