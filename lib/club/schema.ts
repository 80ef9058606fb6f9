import { z } from 'zod';
import { pagePerson } from '@/lib/account/other-person';
import { clubPlans } from './index';

/** Body of POST /api/club-subscribe (docs/club.md, "Joining"). `userId` is accepted but ignored. */
export const clubSubscribeBody = z.object({ plan: z.enum(clubPlans).default('monthly') });

/** Body of POST /api/club-plan: asks for an offer, accepts one, or drops a change that waits. */
export const clubPlanBody = z.union([
  z.strictObject({ plan: z.enum(clubPlans), persona: pagePerson }),
  z.strictObject({ offer: z.string().max(2000), persona: pagePerson }),
  z.strictObject({ drop: z.literal(true), persona: pagePerson }),
]);
