import { z } from 'zod';
import { verifyByRequest } from '@/lib/payments/verify-route';

const sessionId = z.string().regex(/^cs_[A-Za-z0-9_]{8,200}$/);

/** What has become of a card payment: `?session_id=` (SPEC §7). */
export const GET = (request: Request) => verifyByRequest(request, 'stripe', { name: 'session_id', schema: sessionId });
