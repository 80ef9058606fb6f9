export const clubPlans = ['monthly', 'yearly'] as const;
export type ClubPlan = (typeof clubPlans)[number];

/** What a plan costs per period (SPEC §9), in cents of a euro. */
export const clubPriceCents: Record<ClubPlan, number> = { monthly: 390, yearly: 3978 };

/** How a membership stands: charged, not paid in time, paid until its end, over. */
export const membershipStates = ['activa', 'impagada', 'cancelada_al_final', 'terminada'] as const;
export type MembershipState = (typeof membershipStates)[number];

/** How a charge of the Club stands. */
export const chargeStates = ['pagado', 'parcial', 'reembolsado', 'en_disputa', 'fallido'] as const;
export type ChargeState = (typeof chargeStates)[number];
