/** Sets a parameter of the address in its place, without loading anything. */
export function setQuery(name: string, value: string): void {
  const address = new URL(location.href);
  address.searchParams.set(name, value);
  window.history.replaceState(null, '', address);
}
