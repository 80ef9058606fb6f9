/**
 * Runs in the browser as a text of its own, so it may use nothing from outside its body. It loads the scripts of the
 * page once the pictures at the top have loaded, so that these get the whole connection: one script after the other
 * until the pictures are painted, then all at once. It starts at once on a press or a key, and after three seconds in
 * any case. One script is always loading, so the browser's `load` event waits for all of them.
 *
 * @param {Array<[src: string, id?: string]>} scripts what to load; the list is emptied
 */
function startPage(scripts) {
  let isStarted = false;
  const loadNext = () => {
    const [src, id] = scripts.shift() ?? [];
    if (!src) return;
    const script = document.createElement('script');
    script.src = src;
    script.async = true;
    if (id) script.id = id;
    script.onload = loadNext;
    script.onerror = loadNext;
    document.head.append(script);
  };
  const loadAll = () => {
    while (scripts.length > 0) loadNext();
  };
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    loadNext();
    requestAnimationFrame(() => requestAnimationFrame(loadAll));
  };
  for (const touch of ['pointerdown', 'keydown']) {
    const hurry = () => {
      start();
      loadAll();
    };
    addEventListener(touch, hurry, { once: true, capture: true });
  }
  addEventListener('DOMContentLoaded', () => {
    const top = /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll('img[fetchpriority=high]'));
    const pictures = [...top].filter(({ complete }) => !complete);
    let waiting = pictures.length;
    if (waiting === 0) return start();
    setTimeout(start, 3_000);
    const settle = () => {
      waiting -= 1;
      if (waiting === 0) start();
    };
    for (const picture of pictures) {
      picture.addEventListener('load', settle, { once: true });
      picture.addEventListener('error', settle, { once: true });
    }
  });
}

const withoutComments = String(startPage)
  .replaceAll(/\s*\/\*\*.*?\*\/\s*/gs, '')
  .replaceAll(/\n\s+/g, '\n');

const announcedScript = /<link rel="preload" as="script"[^>]*>/g;
/** Not the one for browsers that know no modules, which has another attribute. */
const scriptElement = /<script src="(\/_next\/static\/[\w./-]+)"((?: (?:async|id)="[^"]*")+)><\/script>/g;

/**
 * Takes the script files out of a page, and gives it an inline script that loads them after its pictures. It stands
 * before all others: it hears what is pressed from the beginning.
 *
 * @param {string} html
 * @returns {{ html: string, script: string | null }} the page and its inline script; a page without script files stays
 *   as it is
 */
export function loadScriptsLate(html) {
  /** @type {Parameters<typeof startPage>[0]} */
  const scripts = [];
  const rest = html.replaceAll(scriptElement, (_, src, attributes) => {
    const id = / id="([\w-]+)"/.exec(attributes)?.[1];
    scripts.push(id === undefined ? [src] : [src, id]);
    return '';
  });
  if (scripts.length === 0) return { html, script: null };
  const script = `(${withoutComments})(${JSON.stringify(scripts)})`;
  const element = `<script>${script}</script>`;
  return { html: rest.replaceAll(announcedScript, '').replace(/<script|<\/head>/, (next) => element + next), script };
}
