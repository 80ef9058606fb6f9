import { z } from 'zod';
import { clubPlans } from './index';

/** Body of POST /api/club-subscribe (docs/club.md, "Joining"). `userId` may be sent and is not looked at. */
export const clubSubscribeBody = z.object({ plan: z.enum(clubPlans).default('monthly') });
