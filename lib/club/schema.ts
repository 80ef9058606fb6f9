import { z } from 'zod';
import { clubPlans } from './index';

/** Body of POST /api/club-subscribe (docs/club.md, "Joining"). `userId` is accepted but ignored. */
export const clubSubscribeBody = z.object({ plan: z.enum(clubPlans).default('monthly') });
