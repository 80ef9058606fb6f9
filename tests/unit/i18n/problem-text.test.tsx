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

it('every common code has a message in both languages, and every message a code', () => {
  const codes = [...new Set([...commonCodes, ...brokenOffCodes])].sort();
  for (const { signInAgain, undecided, ...words } of [es.problems, en.problems]) {
    expect(signInAgain).not.toBe('');
    expect(undecided).not.toBe('');
    expect(Object.keys(words).sort()).toEqual(codes);
  }
});

describe('the message of a code', () => {
  it("is the form's own", () => expect(wordsOf('es_suyo')).toBe(en.reviews.errors.es_suyo));
  it("is the form's own for a common code", () => expect(wordsOf('invalid')).toBe(en.reviews.errors.invalid));
  it('is the common one otherwise', () => expect(wordsOf('notSignedIn')).toBe(en.problems.notSignedIn));
  it('is the form’s failure for an unknown code', () => expect(wordsOf('x')).toBe(en.reviews.errors.failed));
});
