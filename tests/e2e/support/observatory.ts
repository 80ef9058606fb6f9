/** HTTP Observatory's modifiers for the headers of an https response, by its published rules. */
type Finding = { name: string; modifier: number };

const directivesOf = (policy: string): Map<string, string[]> =>
  new Map(
    policy.split(';').flatMap((directive) => {
      const [name, ...sources] = directive.trim().split(/\s+/);
      return name ? [[name.toLowerCase(), sources] as const] : [];
    }),
  );

const isBroad = (source: string) => ['*', 'https:', 'http:', 'data:', "'unsafe-inline'"].includes(source);

function judgePolicy(policy: string | undefined): Finding {
  if (!policy) return { name: 'csp-not-implemented', modifier: -25 };
  const directives = directivesOf(policy);
  const sources = (name: string) => directives.get(name) ?? directives.get('default-src') ?? ['*'];
  const scripts = sources('script-src');
  const isStrict = scripts.some((source) => /^'(?:nonce|sha256|sha384|sha512)-/.test(source));
  // A hash or nonce disables 'unsafe-inline'; 'strict-dynamic' disables schemes.
  const unsafeScripts = scripts.filter(
    (source) =>
      isBroad(source) && !(isStrict && (source === "'unsafe-inline'" || scripts.includes("'strict-dynamic'"))),
  );
  if (unsafeScripts.length > 0 || sources('object-src').some(isBroad))
    return { name: 'csp-implemented-with-unsafe-inline', modifier: -20 };
  if ([...directives.values()].flat().some((source) => /^http:\/\/(?!127\.0\.0\.1[:/]|localhost[:/])/.test(source)))
    return { name: 'csp-implemented-with-insecure-scheme', modifier: -20 };
  if (scripts.includes("'unsafe-eval'")) return { name: 'csp-implemented-with-unsafe-eval', modifier: -10 };
  if (sources('style-src').some(isBroad))
    return { name: 'csp-implemented-with-unsafe-inline-in-style-src-only', modifier: 0 };
  return directives.get('default-src')?.join() === "'none'"
    ? { name: 'csp-implemented-with-no-unsafe-default-src-none', modifier: 10 }
    : { name: 'csp-implemented-with-no-unsafe', modifier: 5 };
}

function judgeOthers(headers: Record<string, string>): Finding[] {
  const age = Number(/max-age=(\d+)/.exec(headers['strict-transport-security'] ?? '')?.[1] ?? 0);
  const referrer = headers['referrer-policy'] ?? '';
  const framing = directivesOf(headers['content-security-policy'] ?? '').get('frame-ancestors');
  const resource = headers['cross-origin-resource-policy'] ?? '';
  return [
    { name: 'hsts', modifier: age >= 15_768_000 ? 0 : age > 0 ? -10 : -20 },
    { name: 'x-content-type-options', modifier: headers['x-content-type-options'] === 'nosniff' ? 0 : -5 },
    { name: 'framing', modifier: framing?.join() === "'none'" ? 5 : headers['x-frame-options'] ? 0 : -20 },
    {
      name: 'referrer-policy',
      modifier: /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(referrer)
        ? 5
        : referrer
          ? -5
          : 0,
    },
    { name: 'cross-origin-resource-policy', modifier: /^same-(origin|site)$/.test(resource) ? 10 : 0 },
    { name: 'cors', modifier: headers['access-control-allow-origin'] === '*' ? -50 : 0 },
  ];
}

/** Grade of a response: 100 minus penalties; bonuses count from 90 on. */
export function gradeOf(headers: Record<string, string>): {
  grade: 'A+' | 'A' | 'less';
  score: number;
  found: Finding[];
} {
  const found = [judgePolicy(headers['content-security-policy']), ...judgeOthers(headers)];
  const sum = (sign: 1 | -1) =>
    found.filter(({ modifier }) => Math.sign(modifier) === sign).reduce((total, { modifier }) => total + modifier, 0);
  const penalised = 100 + sum(-1);
  const score = penalised >= 90 ? penalised + sum(1) : penalised;
  return { grade: score >= 100 ? 'A+' : score >= 90 ? 'A' : 'less', score, found };
}
