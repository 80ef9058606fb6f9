import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitizeRichText } from '@/lib/core/html';
import { escapeMarkup, jsonInHtml } from '@/lib/core/html/escape';
import { textOfHtml } from '@/lib/core/html/text';

describe('the HTML of a creator', () => {
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
  ])('is sanitised: %s', (html) => {
    expect(sanitizeRichText(html)).not.toMatch(
      /script|onerror|onload|onclick|iframe|style|javascript:|svg|form|\/\/example|math/i,
    );
  });
  it.each([
    '<h2>a</h2><h3>b</h3><h4>c</h4>',
    '<p>a<br />b</p><hr />',
    '<ul><li>a</li></ul><ol><li>b</li></ol>',
    '<strong>a</strong><b>b</b><em>c</em><i>d</i><u>e</u><s>f</s>',
    '<blockquote>a</blockquote><pre><code>b</code></pre>',
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
  ])('keeps %s unchanged', (html) => expect(sanitizeRichText(html)).toBe(html));
  it.each([
    ['https://example.org/a?b=1', 'href="https://example.org/a?b=1" '],
    ['mailto:ana@example.org', 'href="mailto:ana@example.org" '],
    ['http://example.org', 'href="https://example.org" '],
    ['discord.gg/abc', 'href="https://discord.gg/abc" '],
    ['ana@example.org', 'href="mailto:ana@example.org" '],
    ['mailto:a@example.org,b@example.org?subject=v1/v2', 'href="mailto:a@example.org,b@example.org?subject=v1/v2" '],
    ['http:/example.org/a b', 'href="https://example.org/a%20b" '],
    ['https://ana:clave@example.org', ''],
    ['mailto:', ''],
    ['//example.org', ''],
    ['/p/torre', ''],
    ['javascript:alert(1)', ''],
    ['torre', ''],
    ['una web.es', ''],
    ['data:text/html,x', ''],
  ])('opens a link to %s in another tab, and keeps its address only if it is safe', (href, kept) => {
    expect(sanitizeRichText(`<a href="${href}" target="_self" rel="opener" class="x">x</a>`)).toBe(
      `<a ${kept}target="_blank" rel="nofollow noopener noreferrer">x</a>`,
    );
  });
  it('keeps its structure, and gets secure links', () => {
    expect(sanitizeRichText('<h1>Uno</h1><ul><li><strong>a</strong></li></ul>')).toBe(
      '<h2>Uno</h2><ul><li><strong>a</strong></li></ul>',
    );
    expect(sanitizeRichText('<a href="https://example.org">x</a>')).toContain('rel="nofollow noopener noreferrer"');
  });
});

describe('the text of HTML', () => {
  it.each([
    ['<p>uno</p><p>dos</p>', 'uno dos'],
    ['<h2>uno</h2>dos<br>tres<br />cuatro', 'uno dos tres cuatro'],
    ['<ul><li>uno</li><li>dos</li></ul>', 'uno dos'],
    ['<blockquote>uno</blockquote><pre>dos</pre>tres', 'uno dos tres'],
    ['<table><tr><th>uno</th><td>dos</td><td>tres</td></tr></table>', 'uno dos tres'],
    ['  <b>jun</b>to \n\t&nbsp; aparte ', 'junto aparte'],
    ['a &lt; b &amp;&amp; c &gt; &quot;d&quot;', 'a < b && c > "d"'],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['<script>alert(1)</script>uno', 'uno'],
    ['', ''],
  ])('of %s is «%s»', (html, text) => expect(textOfHtml(html, 100)).toBe(text));
  it.each([
    ['<p>uno dos</p>', 7, 'uno dos'],
    ['<p>uno dos</p>', 6, 'uno do…'],
    ['<p>uno dos</p>', 4, 'uno…'],
  ])('of %s in %i units is «%s»', (html, most, text) => expect(textOfHtml(html, most)).toBe(text));
});

describe('escaped text', () => {
  it('contains a reference for each sign of markup', () => {
    expect(escapeMarkup(`<a href="x" title='y'>&</a>`)).toBe(
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;',
    );
  });
  it('is displayed as the original text, and closes neither an element nor an attribute', () => {
    const text = fc.string({ unit: fc.constantFrom(...`<>&"'a; /`) });
    fc.assert(
      fc.property(text, (any) => {
        expect(escapeMarkup(any)).not.toMatch(/[<>"]|'/);
        const shown = textOfHtml(escapeMarkup(any), 1_000);
        expect(shown).toBe(any.replace(/ +/g, ' ').trim());
      }),
    );
  });
  it('as JSON is parsed to its value, and cannot close its script', () => {
    const value = { text: '</script><!-- <script>', list: [1, null] };
    expect(jsonInHtml(value)).not.toContain('<');
    expect(JSON.parse(jsonInHtml(value))).toEqual(value);
  });
});
