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

/** `persona`: the id of the person for whom the page was shown; undefined if it is not known. */
type Body = Record<string, unknown> & { persona: string | undefined };

/** Sends a request to one of the Club's routes; null if the shop cannot be reached. */
export async function postClub(path: string, body: Body): Promise<ClubAnswer | null> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as ClubAnswer;
  } catch {
    return null;
  }
}
