import type { MeAnswer } from '@/lib/account/identity/me-answer';
import { answerOf, sentAs } from '@/lib/account/identity/me-response';
import { type Asked, readAsked } from '@/lib/account/identity/relation';
import { findRowWith } from '@/lib/account/server';
import { ServiceUnavailable } from '@/lib/core/unavailable';

async function find(asked: Asked): Promise<MeAnswer> {
  try {
    return answerOf(await findRowWith(asked));
  } catch (problem) {
    if (!(problem instanceof ServiceUnavailable)) throw problem;
    return { status: 'unavailable', user: null };
  }
}

/**
 * Who is signed in, for the client components of static pages, and what they have to do with the products and creators
 * of the page: `?owned=<id>&favorites=<id>,<id>&following=<id>`. Most are answered ahead of it
 * (`lib/account/identity/me-ahead.ts`).
 */
export async function GET(request: Request) {
  const { body, ...sent } = sentAs(await find(readAsked(new URL(request.url).searchParams)));
  return new Response(body, sent);
}
