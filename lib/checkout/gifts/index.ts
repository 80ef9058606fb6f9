import { usernamePattern } from '@/lib/account/names/username';

/** Replaces the recipient's username for a gift by link, which goes to the person who opens the link. */
export const anybody = '*';

/** True if a text can name the recipient of a gift. */
export const isRecipient = (text: string): boolean => text === anybody || usernamePattern.test(text);

/** Maximum length of a gift message. */
export const longestMessage = 300;

/** The first and last delivery day of a gift, in days from today in Madrid. */
export const giftDays = { first: 1, last: 365 };

/** A gift's message, its delivery day (empty for immediately), and the mail address for a gift by link, or empty. */
export type GiftWish = { message: string; day: string; email: string };

/**
 * The giver's id, the recipient of a gift (null for a gift by link), its previous input, and the range of delivery days
 * (`YYYY-MM-DD`).
 */
export type GiftForm = { giver: string; recipient: string | null; wish: GiftWish; firstDay: string; lastDay: string };
