import { personRoute } from '@/lib/account/person-route';
import { getClubSaving } from '@/lib/club/saving';

/** What the Club has saved the signed-in person, or would have (docs/club.md, "What it saves"). */
export const GET = personRoute({ limit: 'clubSaving', run: getClubSaving });
