import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { brokenOffCodes } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { commonCodes } from '@/lib/core/action/codes';
import en from '@/messages/en.json';
import es from '@/messages/es.json';

function Problem({ code }: { code: string }) {
  return useProblemText('reviews.errors')(code);
}

/** The words of a code in the form of a review, with only what such a page ships. */
const wordsOf = (code: string) =>
  renderToStaticMarkup(
    <NextIntlClientProvider
      locale="en"
      timeZone="Europe/Madrid"
      messages={{ problems: en.problems, reviews: en.reviews }}
    >
      <Problem code={code} />
    </NextIntlClientProvider>,
  );

it('every common code has its words in both languages, and there are no others', () => {
  const codes = [...new Set([...commonCodes, ...brokenOffCodes])].sort();
  for (const { signInAgain, undecided, ...words } of [es.problems, en.problems]) {
    expect(signInAgain).not.toBe('');
    expect(undecided).not.toBe('');
    expect(Object.keys(words).sort()).toEqual(codes);
  }
});

describe('the words for a code', () => {
  it('are the form’s own', () => expect(wordsOf('es_suyo')).toBe(en.reviews.errors.es_suyo));
  it('are the form’s own for a common code too', () => expect(wordsOf('invalid')).toBe(en.reviews.errors.invalid));
  it('are the common ones otherwise', () => expect(wordsOf('notSignedIn')).toBe(en.problems.notSignedIn));
  it('are those of the form’s failure for a code that nobody knows', () =>
    expect(wordsOf('x')).toBe(en.reviews.errors.failed));
});
