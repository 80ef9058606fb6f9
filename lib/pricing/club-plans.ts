/** The price of the Club per period, in euro cents, and the saving of the year in whole percent. */
export type ClubPrices = { monthly: number; yearly: number; yearlyPerMonth: number; yearlyPercent: number };

/**
 * The prices of the Club: a year is twelve months less a percentage, rounded half up as in `precio_club`, and is shown
 * per month as well (docs/club.md, "Plans and benefits").
 *
 * @param monthly the price of a month, in euro cents
 * @param yearlyPercent the reduction of the yearly price, in whole percent
 */
export function clubPrices(monthly: number, yearlyPercent: number): ClubPrices {
  const yearly = Math.floor((monthly * 12 * (100 - yearlyPercent) + 50) / 100);
  return { monthly, yearly, yearlyPerMonth: Math.round(yearly / 12), yearlyPercent };
}

/** The prices of a new shop, the same as the defaults of the settings. */
export const firstClubPrices = clubPrices(390, 15);
