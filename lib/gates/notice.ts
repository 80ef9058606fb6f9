/** What the gate leaves for the page that it sends somebody to; the page says it once. */
export const noticeCookie = 'unstore-notice';
export const gateNotices = ['noPermission', 'roleUnread'] as const;
export type GateNotice = (typeof gateNotices)[number];
