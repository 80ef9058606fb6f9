/** What the Club costs per period, in euro cents, and what the year saves in whole percent. */
export type ClubPrices = { monthly: number; yearly: number; yearlyPerMonth: number; yearlyPercent: number };

/**
 * The prices of the Club: a year is twelve months less a percentage, rounded half up as in `precio_club`, and is shown by
 * the month as well (docs/club.md, "Plans and benefits").
 *
 * @param monthly the price of a month, in euro cents
 * @param yearlyPercent what a year costs less, in whole percent
 */
export function clubPrices(monthly: number, yearlyPercent: number): ClubPrices {
  const yearly = Math.floor((monthly * 12 * (100 - yearlyPercent) + 50) / 100);
  return { monthly, yearly, yearlyPerMonth: Math.round(yearly / 12), yearlyPercent };
}

/** The prices that a new shop begins with, as the settings have them by default. */
export const firstClubPrices = clubPrices(390, 15);
