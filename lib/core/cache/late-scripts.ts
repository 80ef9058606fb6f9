import { startScript } from './page-start.mjs';

const announcedScript = /<link rel="preload" as="script"[^>]*>/g;
/** Not the one for browsers that know no modules, which has another attribute. */
const scriptElement = /<script src="(\/_next\/static\/[\w./-]+)"((?: (?:async|id|nonce)="[^"]*")+)><\/script>/g;

/**
 * Lets a page that was rendered for one request load its scripts after its pictures, as a kept page does
 * (docs/decisions/0030-data-beside-the-page.md). Its data stay in it: nobody could ask for them.
 *
 * @param nonce of the page
 */
export function loadScriptsLate(html: string, nonce: string): string {
  const scripts: Array<[src: string, id?: string]> = [];
  const rest = html.replaceAll(scriptElement, (_, src: string, attributes: string) => {
    const id = / id="([\w-]+)"/.exec(attributes)?.[1];
    scripts.push(id === undefined ? [src] : [src, id]);
    return '';
  });
  if (scripts.length === 0) return html;
  const starter = `<script nonce="${nonce}">${startScript([], scripts)}</script>`;
  // Before all others: it hears what is pressed from the beginning.
  return rest.replaceAll(announcedScript, '').replace(/<script|<\/head>/, (next) => starter + next);
}
