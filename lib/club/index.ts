export const clubPlans = ['monthly', 'yearly'] as const;
export type ClubPlan = (typeof clubPlans)[number];

/** Membership states: active, unpaid, ending with its paid time, ended. */
export const membershipStates = ['activa', 'impagada', 'cancelada_al_final', 'terminada'] as const;
export type MembershipState = (typeof membershipStates)[number];

/** The state of a charge of the Club. */
export const chargeStates = ['pagado', 'parcial', 'reembolsado', 'en_disputa', 'fallido'] as const;
export type ChargeState = (typeof chargeStates)[number];
