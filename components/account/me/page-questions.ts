import { type Asked, isAnswered, type Known, mostAsked, withKnown } from '@/lib/account/identity/relation';

/** Ids of the attributes `data-owned`, `data-favorites` or `data-following` on this page. */
function idsOnPage(kind: keyof Asked): string[] {
  const found = document.querySelectorAll<HTMLElement>(`[data-${kind}]:not([inert] *)`);
  return [...new Set([...found].map(({ dataset }) => dataset[kind] ?? ''))];
}

/** Ids of this page for one call, up to its limit, unanswered ones first. */
export function questionsOnPage(known: Known): Asked {
  const ids = (kind: keyof Asked) =>
    idsOnPage(kind)
      .sort((one, other) => Number(isAnswered(known, kind, one)) - Number(isAnswered(known, kind, other)))
      .slice(0, mostAsked[kind]);
  return { owned: ids('owned'), favorites: ids('favorites'), following: ids('following') };
}

/** Checks for an id of this page without an answer or an open call. */
export const hasUnanswered = (known: Known, openCalls: Asked[]): boolean =>
  (['owned', 'favorites', 'following'] as const).some((kind) =>
    idsOnPage(kind).some((id) => !isAnswered(known, kind, id) && !openCalls.some((call) => call[kind].includes(id))),
  );

/**
 * Adds the answers embedded in a personal page (`KnownRelation`). Known answers take precedence, because they may be
 * newer.
 */
export function readKnownFromPage(known: Known): Known {
  const said = [...document.querySelectorAll<HTMLElement>('[data-known]')];
  return said.reduce((all, { dataset }) => withKnown(JSON.parse(dataset.known ?? '{}'), all), known);
}
