/**
 * Runs in the browser as a text of its own, so it may use nothing from outside its body. It requests the data of the
 * page and loads its scripts once the pictures at the top have loaded, so that these get the whole connection: one script
 * after the other until the pictures are painted, then all at once. It starts at once on a press or a key, and after three
 * seconds in any case. One script is always loading, so the browser's `load` event waits for all of them.
 *
 * @param {Array<[query: string, headers: Record<string, string>]>} questions the requests for the data, tried in order:
 *   after a 404 the next one is sent. Empty if the page's HTML contains the data
 * @param {Array<[src: string, id?: string]>} scripts what to load; the list is emptied
 */
function startPage(questions, scripts) {
  const { search } = location;
  let isStarted = false;
  let tries = 3;
  /** @returns {Promise<Response>} */
  const ask = () => {
    const [query, headers] = questions[0] ?? [];
    return fetch(`${location.pathname}${search}${search ? '&' : '?'}${query}`, { priority: 'low', headers })
      .then((answer) => (answer.ok ? answer : Promise.reject(answer)))
      .catch((problem) => {
        if (problem.status === 404 && questions.length > 1) {
          questions.shift();
          return ask();
        }
        tries -= 1;
        return tries ? new Promise((resolve) => setTimeout(resolve, 2_000)).then(ask) : Promise.reject(problem);
      });
  };
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
    if (questions.length > 0) Object.assign(globalThis, { __NEXT_CLIENT_RESUME: ask() });
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
const beginning = `(${withoutComments})(`;

const announcedScript = /<link rel="preload" as="script"[^>]*>/g;
/** Not the one for browsers that know no modules, which has another attribute. */
const scriptElement = /<script src="(\/_next\/static\/[\w./-]+)"((?: (?:async|id|nonce)="[^"]*")+)><\/script>/g;

/**
 * Takes the scripts out of a page, and gives it the inline script that loads them after its pictures. It stands before
 * all others: it hears what is pressed from the beginning.
 *
 * @param {string} html
 * @param {Parameters<typeof startPage>[0]} questions
 * @param {string} [nonce] of a page that was rendered for one request
 * @returns {{ html: string, script: string }} the page, and its inline script; a page with nothing to load stays as it is
 */
export function loadScriptsLate(html, questions, nonce) {
  /** @type {Parameters<typeof startPage>[1]} */
  const scripts = [];
  const rest = html.replaceAll(scriptElement, (_, src, attributes) => {
    const id = / id="([\w-]+)"/.exec(attributes)?.[1];
    scripts.push(id === undefined ? [src] : [src, id]);
    return '';
  });
  if (scripts.length === 0 && questions.length === 0) return { html, script: '' };
  const script = `${beginning}${JSON.stringify(questions)},${JSON.stringify(scripts)})`;
  const element = nonce ? `<script nonce="${nonce}">${script}</script>` : `<script>${script}</script>`;
  return {
    html: rest.replaceAll(announcedScript, '').replace(/<script|<\/head>/, (next) => element + next),
    script,
  };
}

/**
 * That inline script, of a page that has it.
 *
 * @param {string} html
 * @returns {string | undefined}
 */
export function findStartScript(html) {
  const at = html.indexOf(beginning);
  return at === -1 ? undefined : html.slice(at, html.indexOf('</script>', at));
}
