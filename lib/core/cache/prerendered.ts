/**
 * A parameter that nothing in the shop can have: a slug has no underscore, and a name at most 20 characters. Next.js
 * refuses to build a page with a parameter for a shop without goods: it gets the page of this one, a 404.
 */
export const unusedParameter = '__nothing_to_prerender__';

/**
 * What `generateStaticParams` answers for a page with one parameter: what the shop has, and what it never has.
 *
 * @param name the parameter of the route
 * @param values what to render while building, possibly nothing
 */
export function prerendered<Name extends string>(name: Name, values: string[]): Array<Record<Name, string>> {
  // A computed key loses its type.
  return [...values, unusedParameter].map((value) => ({ [name]: value }) as Record<Name, string>);
}
