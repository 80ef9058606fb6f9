/**
 * A parameter that nothing in the shop can have: a slug has no underscore, and a name at most 20 characters. A build
 * renders its page for every route with a parameter, and so has the 404 of that route. Plain JavaScript, because the page
 * cache is loaded by Next itself, outside the bundle.
 */
export const unusedParameter = '__nothing_to_prerender__';
