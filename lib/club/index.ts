export const clubPlans = ['monthly', 'yearly'] as const;
export type ClubPlan = (typeof clubPlans)[number];

/** What a plan costs per period, in cents of a euro (docs/club.md, "Plans and benefits"). */
export const planPriceCents: Record<ClubPlan, number> = { monthly: 390, yearly: 3978 };

/** The state of a membership: charged, not paid in time, ending with what was paid, ended. */
export const membershipStates = ['activa', 'impagada', 'cancelada_al_final', 'terminada'] as const;
export type MembershipState = (typeof membershipStates)[number];

/** The state of a charge of the Club. */
export const chargeStates = ['pagado', 'parcial', 'reembolsado', 'en_disputa', 'fallido'] as const;
export type ChargeState = (typeof chargeStates)[number];
