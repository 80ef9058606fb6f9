/** What an address may ask for; an event belongs to the topic before the dot of its type. */
export const topics = ['sale', 'refund', 'dispute', 'license', 'review', 'version', 'payout'] as const;

/** Why a call has no answer. */
export type PostError = 'address' | 'private' | 'name' | 'refused' | 'tls' | 'timeout' | 'broken';
