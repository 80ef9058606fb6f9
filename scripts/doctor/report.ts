import type { Finding, Level } from './finding.ts';

const marks: Record<Level, string> = { ok: 'ok     ', hand: 'by hand', warn: 'warn   ', missing: 'MISSING' };

/** Formats the findings for people. */
export function print(findings: Finding[]): string {
  const areas = [...new Set(findings.map(({ area }) => area))];
  const parts = areas.map((area) => {
    const lines = findings
      .filter((finding) => finding.area === area)
      .flatMap(({ level, what, why, fix }) => [
        `  ${marks[level]}  ${what}`,
        ...(why ? [`           why: ${why}`] : []),
        ...(fix ? [`           fix: ${fix}`] : []),
      ]);
    return `\n${area}\n${lines.join('\n')}`;
  });
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length;
  const last =
    count('missing') > 0
      ? `Not ready: ${count('missing')} missing.`
      : `Nothing essential is missing.${count('hand') > 0 ? ' Look at what is to be checked by hand.' : ''}`;
  return `${parts.join('\n')}\n\n${last} Warnings: ${count('warn')}, to check by hand: ${count('hand')}.\n`;
}
