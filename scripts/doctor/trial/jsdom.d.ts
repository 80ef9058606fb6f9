declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string);
    readonly window: { document: Document };
  }
  export class CookieJar {
    setCookieSync(cookie: string, url: string): unknown;
    getCookieStringSync(url: string): string;
  }
}
