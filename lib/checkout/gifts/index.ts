/** Characters of the message that goes with a gift. */
export const longestMessage = 300;

/** How many days from today a gift may be given, in Madrid. */
export const giftDays = { first: 1, last: 365 };
