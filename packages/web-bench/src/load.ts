import autocannon from 'autocannon';

type Sent = Record<string, string>;
/**
 * A target with a body is requested by POST. A connection cycles through several headers, each with the body at its
 * place or the only one.
 */
export type Target = { name: string; url: string; headers?: Sent | Sent[]; body?: string | string[] };
/** Requests per second and median latency in milliseconds. */
export type Load = { perSecond: number; p50: number };

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The requests of a target, which a connection repeats in turn. */
const requestsOf = ({ headers = {}, body }: Target) =>
  [headers].flat().map((sent, index) => {
    const text = Array.isArray(body) ? body[index] : body;
    return { headers: sent, ...(text !== undefined && { method: 'POST' as const, body: text }) };
  });

async function press(target: Target, seconds: number): Promise<Load> {
  const { url } = target;
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    connections: 16,
    duration: seconds,
    requests: requestsOf(target),
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} answers without the page, ${errors} errors`);
  return { perSecond: requests.average, p50: latency.p50 };
}

/**
 * Loads each target with 16 connections, one target after another, in rounds, so that other load on the machine affects
 * all of them.
 *
 * @returns the medians of the rounds, by name
 */
export async function pressInRounds(targets: Target[], rounds: number, seconds: number): Promise<Map<string, Load>> {
  const found = new Map<string, Load[]>(targets.map(({ name }) => [name, []]));
  for (const target of targets) await press(target, 2);
  for (let round = 0; round < rounds; round += 1) {
    for (const target of targets) found.get(target.name)?.push(await press(target, seconds));
  }
  return new Map(
    [...found].map(([name, loads]) => [
      name,
      { perSecond: median(loads.map(({ perSecond }) => perSecond)), p50: median(loads.map(({ p50 }) => p50)) },
    ]),
  );
}
