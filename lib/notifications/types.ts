/** A notification, ready to be shown. */
export type Notification = {
  id: number;
  text: string;
  href: string;
  /** ISO time. */
  at: string;
  isRead: boolean;
};
