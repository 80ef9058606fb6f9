import { CookieJar, JSDOM } from 'jsdom';

/** Longer than any response of a working shop. */
const patience = 30_000;

/**
 * A browser without scripts: pages, forms and cookies of the shop.
 *
 * @param site address of the shop
 * @param signal aborts pending requests
 * @param access `user:password` of the proxy in front, if it requires one
 */
export function openBrowser(site: string, signal: AbortSignal, access?: string) {
  const jar = new CookieJar();

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(path, site).href;
    const headers = new Headers(init.headers);
    headers.set('origin', new URL(site).origin);
    headers.set('accept-language', 'es');
    const cookies = jar.getCookieStringSync(url);
    if (cookies) headers.set('cookie', cookies);
    if (access) headers.set('authorization', `Basic ${Buffer.from(access).toString('base64')}`);
    const ends = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
    const response = await fetch(url, { ...init, headers, redirect: 'manual', signal: ends });
    for (const cookie of response.headers.getSetCookie()) jar.setCookieSync(cookie, url);
    return response;
  }

  return {
    send,
    /**
     * Fills in the form of a page that has a field, and submits it.
     *
     * @returns the answer, whose redirect is not followed
     * @throws if the page has no such form
     */
    async submit(path: string, fields: Record<string, string>): Promise<Response> {
      const page = await send(path);
      const html = await page.text();
      const { document } = new JSDOM(html).window;
      const names = Object.keys(fields);
      const form = [...document.forms].find((each) => names.every((name) => each.elements.namedItem(name)));
      if (!form) throw new Error(`${path} answers ${page.status} without a form for ${names.join(' and ')}`);
      const body = new FormData();
      for (const field of form.querySelectorAll('input')) if (field.name) body.set(field.name, field.value);
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      return send(path, { method: 'POST', body });
    },
  };
}

export type Browser = ReturnType<typeof openBrowser>;
