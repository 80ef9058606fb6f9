/** Cookie with the notice that the target of a redirect shows once. */
export const noticeCookie = 'unstore-notice';
export type NoticeName =
  | 'noPermission'
  | 'roleUnread'
  | 'fileMissing'
  | 'invoiceWaits'
  | 'fileInvalid'
  | 'fileTooMany'
  | 'fileFailed'
  | 'fileUnavailable'
  | 'thanksOwn'
  | 'thanksTooMany'
  | 'thanksFailed';

/** A script of the page reads and deletes it. */
export const noticeOptions = { maxAge: 30, path: '/', sameSite: 'lax' } as const;
