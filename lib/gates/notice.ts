/** The cookie with which a gate tells the page it redirects to what to say; the page shows it once. */
export const noticeCookie = 'unstore-notice';
export const gateNotices = ['noPermission', 'roleUnread'] as const;
export type GateNotice = (typeof gateNotices)[number];
