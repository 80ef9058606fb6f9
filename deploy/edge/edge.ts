import type { perRequest, RequestMap, runStages } from './request-scope.ts';

/** What the worker lends to the bundles that OpenNext makes, which share no modules with it. */
export type Edge = {
  perRequest: typeof perRequest;
  RequestMap: typeof RequestMap;
  runStages: typeof runStages;
  pageHeaders: (html: string) => Promise<Record<string, string>>;
};

const key = Symbol.for('unstore.edge');
const place = globalThis as unknown as Record<symbol, Partial<Edge> | undefined>;

export function lend(part: Partial<Edge>): void {
  place[key] = { ...place[key], ...part };
}

export const edge = () => place[key] as Edge;
