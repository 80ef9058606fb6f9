import { personRoute } from '@/lib/account/person-route';
import { getClubSaving } from '@/lib/club/saving';

/** The amount that the Club saved the signed-in person, or would have saved (docs/club.md, "What it saves"). */
export const GET = personRoute({ limit: 'clubSaving', run: getClubSaving });
