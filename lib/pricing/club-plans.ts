/** The price of a plan of the Club per period, in euro cents (docs/club.md, "Plans and benefits"). */
export const clubPlanCents = { monthly: 390, yearly: 3978 } as const;
