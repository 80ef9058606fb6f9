import { describe, expect, it } from 'vitest';
import { sanitizeRichText } from '@/lib/core/html';

describe('creators’ HTML', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>',
    '<iframe src="https://example.org"></iframe>',
    '<p style="position:fixed;inset:0">x</p>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="//example.org">x</a>',
    '<style>*{display:none}</style>',
    '<form action="https://example.org"><input></form>',
    '<p onclick="alert(1)">x</p>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  ])('%s is sanitised', (html) => {
    expect(sanitizeRichText(html)).not.toMatch(
      /script|onerror|onload|onclick|iframe|style|javascript:|svg|form|\/\/example|math/i,
    );
  });
  it('keeps structure, and secures links', () => {
    expect(sanitizeRichText('<h1>Uno</h1><ul><li><strong>a</strong></li></ul>')).toBe(
      '<h2>Uno</h2><ul><li><strong>a</strong></li></ul>',
    );
    expect(sanitizeRichText('<a href="https://example.org">x</a>')).toContain('rel="nofollow noopener noreferrer"');
  });
});
