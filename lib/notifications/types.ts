/** A notification ready for display. */
export type Notification = {
  id: number;
  /** Unique key in a list: an announcement may have the id of a notification. */
  key: string;
  text: string;
  /** Text of an announcement below its title. */
  detail?: string;
  href: string;
  /** ISO time. */
  at: string;
  isRead: boolean;
};
