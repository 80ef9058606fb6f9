/**
 * A parameter that nothing in the shop can have: a slug has no underscore, and a name at most 20 characters. Its page is
 * the 404.
 */
const nothing = '__nothing_to_prerender__';

/**
 * What `generateStaticParams` answers for a page with one parameter. Next.js refuses to build a page without any, which
 * is what a shop without goods has: such a page is built for a parameter that finds nothing.
 *
 * @param name the parameter of the route
 * @param values what to render while building, possibly nothing
 */
export function prerendered<Name extends string>(name: Name, values: string[]): Array<Record<Name, string>> {
  const given = values.length > 0 ? values : [nothing];
  // A computed key loses its type.
  return given.map((value) => ({ [name]: value }) as Record<Name, string>);
}
