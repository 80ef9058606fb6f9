/** Maximum length of a gift message. */
export const longestMessage = 300;

/** The first and last delivery day of a gift, in days from today in Madrid. */
export const giftDays = { first: 1, last: 365 };

/** A gift's message, and its delivery day; empty for immediately. */
export type GiftWish = { message: string; day: string };

/** The recipient of a gift, its previous input, and the range of delivery days (`YYYY-MM-DD`). */
export type GiftForm = { recipient: string; wish: GiftWish; firstDay: string; lastDay: string };
