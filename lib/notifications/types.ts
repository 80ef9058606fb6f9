/** A notification, ready to be shown. */
export type Notification = {
  id: number;
  /** Tells entries of a list apart: an announcement may have the id of a notification. */
  key: string;
  text: string;
  /** Text of an announcement below its title. */
  detail?: string;
  href: string;
  /** ISO time. */
  at: string;
  isRead: boolean;
};
