import { personOfPage } from '@/components/account/me/page-person';

export type ClubAnswer = {
  sessionUrl?: string;
  url?: string;
  message?: string;
  error?: string;
  offer?: string;
  dueCents?: number;
  creditCents?: number;
  priceCents?: number;
  renewsAt?: string;
  startsAt?: string;
};

/** Sends a request to one of the Club's routes; null if the shop cannot be reached. */
export async function postClub(path: string, body: object = {}): Promise<ClubAnswer | null> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, persona: personOfPage() }),
    });
    return (await response.json()) as ClubAnswer;
  } catch {
    return null;
  }
}
