import { clubPlanCents } from '../pricing/club-plans.ts';

export const clubPlans = ['monthly', 'yearly'] as const;
export type ClubPlan = (typeof clubPlans)[number];

/** The price of a plan per period, in euro cents (docs/club.md, "Plans and benefits"). */
export const planPriceCents: Record<ClubPlan, number> = clubPlanCents;

/** The yearly price divided by twelve, in euro cents, rounded half up. */
export const yearlyPerMonthCents = Math.round(planPriceCents.yearly / 12);

/** Membership states: active, unpaid, ending with its paid time, ended. */
export const membershipStates = ['activa', 'impagada', 'cancelada_al_final', 'terminada'] as const;
export type MembershipState = (typeof membershipStates)[number];

/** The state of a charge of the Club. */
export const chargeStates = ['pagado', 'parcial', 'reembolsado', 'en_disputa', 'fallido'] as const;
export type ChargeState = (typeof chargeStates)[number];
