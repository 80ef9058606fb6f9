/**
 * Changes to the bundle of Next's server that workerd needs (docs/decisions/0027-an-edge-host-with-a-companion.md).
 * Each must be found, so that a version of Next that says it in other words fails here and not in front of a visitor.
 */

const scope = 'globalThis[Symbol.for("unstore.edge")]';

type Patch = { what: string; pattern: RegExp; replace: (...match: string[]) => string };

const patches: Patch[] = [
  {
    what: 'the stages of a render',
    pattern:
      /function (\w+)\((\w+),\.\.\.(\w+)\)\{return new Promise\(\((?:(?!return new Promise\().)*?_idleStart(?:(?!return new Promise\().)*?expectNoPendingImmediates\)\(\),\w+\(\w+\)\}catch\(\w+\)\{\w+\(\w+\)\}\}\)\)\}\)\}/gs,
    replace: (_, name) => `function ${name}(...stages){return ${scope}.runStages(...stages)}`,
  },
  {
    what: 'modules that are being loaded',
    pattern:
      /function getModuleLoadingSignal\(\)\{return _moduleLoadingSignal\|\|\(_moduleLoadingSignal=new (\w+)\.CacheSignal\(null\)\),_moduleLoadingSignal\}/g,
    replace: (_, module) =>
      `function getModuleLoadingSignal(){return(_moduleLoadingSignal??=${scope}.perRequest(()=>new ${module}.CacheSignal(null)))()}`,
  },
  {
    what: 'pages that are being rendered',
    pattern: /this\.pending=new Map/g,
    replace: () => `this.pending=new(${scope}.RequestMap)`,
  },
  {
    what: 'the data of a page in its HTML, which workerd would cut into pieces of 4 KiB and mix up',
    pattern: /new ReadableStream\(\{type:"bytes",start(?=\(\w+\)\{try\{.{0,200}__next_f)/gs,
    replace: () => 'new ReadableStream({start',
  },
];

/** Replaces the map that a name stands for at a place: the last one of this name before it. */
function scopeMap(code: string, name: string, place: number): string {
  const definition = new RegExp(`(?<![\\w$])${name}=new Map`, 'g');
  const at = [...code.matchAll(definition)].map(({ index }) => index).findLast((index) => index < place);
  if (at === undefined) throw new Error(`Not found in the server: the map ${name}.`);
  return `${code.slice(0, at)}${name}=new(${scope}.RequestMap)${code.slice(at + `${name}=new Map`.length)}`;
}

/** Cached reads that are under way, and those that are made anew in the background. */
function patchCachedReads(code: string): string {
  const leader =
    /registering as cross-request invocation leader".{1,60}?\.registerIn\((\w+),.{1,400}?&&\(\w+=(\w+)\.get\(/gs;
  const places = [...code.matchAll(leader)].reverse();
  if (places.length === 0) throw new Error('Not found in the server: cached reads that are under way.');
  let patched = code;
  for (const { index, 1: pending, 2: renewing } of places) {
    for (const name of [pending, renewing]) patched = scopeMap(patched, String(name), index);
  }
  return patched;
}

/**
 * @param code the bundle that OpenNext has made of Next's server
 * @throws an Error that names the first place that was not found
 */
export function patchServer(code: string): string {
  let patched = patchCachedReads(code);
  for (const { what, pattern, replace } of patches) {
    const before = patched;
    patched = before.replaceAll(pattern, replace);
    if (patched === before) throw new Error(`Not found in the server: ${what}.`);
  }
  return patched;
}
