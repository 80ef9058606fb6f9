/** The parameters of a link in a mail. In one that was copied from HTML, `&` may have become `&amp;`. */
export const linkParameters = <Value>(parameters: Iterable<[string, Value]>): Record<string, Value> =>
  Object.fromEntries([...parameters].map(([name, value]) => [name.replace(/^amp;/, ''), value]));
