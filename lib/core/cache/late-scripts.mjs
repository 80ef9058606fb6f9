/**
 * Runs in the browser as standalone text, so it may not use anything outside its body. It loads the scripts of the page
 * after the images at the top, so that these get the whole bandwidth: one script at a time until the images are
 * painted, then all at once. A click, a key press or three seconds start it early. One script is always loading, so
 * that the `load` event waits for all of them.
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
    const ended = () => {
      waiting -= 1;
      if (waiting === 0) start();
    };
    for (const picture of pictures) {
      picture.addEventListener('load', ended, { once: true });
      picture.addEventListener('error', ended, { once: true });
    }
  });
}

const withoutComments = String(startPage)
  .replaceAll(/\s*\/\*\*.*?\*\/\s*/gs, '')
  .replaceAll(/\n\s+/g, '\n');

const announcedScript = /<link rel="preload" as="script"[^>]*>/g;
/** Does not match the `nomodule` script, which has another attribute. */
const scriptElement = /<script src="(\/_next\/static\/[\w./-]+)"((?: (?:async|id)="[^"]*")+)><\/script>/g;

/**
 * Removes the script files from a page, and adds an inline script that loads them after the images. It precedes all
 * other scripts, so that it receives clicks from the beginning.
 *
 * @param {string} html
 * @returns {{ html: string, script: string | null }} the page and its inline script; a page without script files is
 *   unchanged
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
