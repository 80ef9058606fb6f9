/**
 * A parameter that no page has: slugs contain no underscore, and names have at most 20 characters. Next.js refuses to
 * build a parameterized page without any parameter, as in an empty shop; this one renders a 404.
 */
export const unusedParameter = '__nothing_to_prerender__';

/**
 * The result of `generateStaticParams` for a page with one parameter.
 *
 * @param name the parameter of the route
 * @param values what to render at build time, possibly nothing
 */
export function prerendered<Name extends string>(name: Name, values: string[]): Array<Record<Name, string>> {
  // TypeScript widens a computed key.
  return [...values, unusedParameter].map((value) => ({ [name]: value }) as Record<Name, string>);
}
