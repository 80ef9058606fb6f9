/** The cookie with which an answer tells the page it redirects to what to say; the page shows it once. */
export const noticeCookie = 'unstore-notice';
export type NoticeName =
  | 'noPermission'
  | 'roleUnread'
  | 'fileMissing'
  | 'fileInvalid'
  | 'fileTooMany'
  | 'fileFailed'
  | 'fileUnavailable';

/** Read by a script of the page, which deletes it. */
export const noticeOptions = { maxAge: 30, path: '/', sameSite: 'lax' } as const;
