import { unusedParameter } from './unused-parameter.mjs';

/**
 * What `generateStaticParams` answers for a page with one parameter: what the shop has, and what it never has. Next.js
 * refuses to build such a page for a shop without goods otherwise; and the page cache answers addresses that name nothing
 * with the 404 that is rendered here.
 *
 * @param name the parameter of the route
 * @param values what to render while building, possibly nothing
 */
export function prerendered<Name extends string>(name: Name, values: string[]): Array<Record<Name, string>> {
  // A computed key loses its type.
  return [...values, unusedParameter].map((value) => ({ [name]: value }) as Record<Name, string>);
}
