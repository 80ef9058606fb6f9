import { type Asked, type Known, mostAsked, withKnown } from '@/lib/account/identity/relation';

/** The ids in the attributes `data-owned`, `data-favorites` or `data-following` of this page. */
function idsOnPage(kind: keyof Asked): string[] {
  const found = document.querySelectorAll<HTMLElement>(`[data-${kind}]:not([inert] *)`);
  return [...new Set([...found].map(({ dataset }) => dataset[kind] ?? ''))];
}

/** The ids of this page for one call, at most as many as it may ask for: those without an answer yet come first. */
export function questionsOnPage(known: Known): Asked {
  const ids = (kind: keyof Asked) =>
    idsOnPage(kind)
      .sort((one, other) => Number(one in known[kind]) - Number(other in known[kind]))
      .slice(0, mostAsked[kind]);
  return { owned: ids('owned'), favorites: ids('favorites'), following: ids('following') };
}

/** Whether an id of this page has no answer, and no call under way asks for it. */
export const hasUnanswered = (known: Known, openCalls: Asked[]): boolean =>
  (['owned', 'favorites', 'following'] as const).some((kind) =>
    idsOnPage(kind).some((id) => !(id in known[kind]) && !openCalls.some((call) => call[kind].includes(id))),
  );

/** Adds the answers in the HTML of a personal page (`KnownRelation`); those known already win, as they may be newer. */
export function readKnownFromPage(known: Known): Known {
  const said = [...document.querySelectorAll<HTMLElement>('[data-known]')];
  return said.reduce((all, { dataset }) => withKnown(JSON.parse(dataset.known ?? '{}'), all), known);
}
