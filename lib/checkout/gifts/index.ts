/** Characters of the message that goes with a gift. */
export const longestMessage = 300;

/** How many days from today a gift may be given, in Madrid. */
export const giftDays = { first: 1, last: 365 };

/** What the giver says of a gift: words for its recipient, and the day on which it is given; empty for at once. */
export type GiftWish = { message: string; day: string };

/** Whom a gift is for, what was said of it before, and the days between which it can be given (`YYYY-MM-DD`). */
export type GiftForm = { recipient: string; wish: GiftWish; firstDay: string; lastDay: string };
