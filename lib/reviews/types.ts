/** A person's own review, which they see even if a moderator has hidden it. */
export type OwnReview = { stars: number; text: string; hiddenReason: string | null };

export const reviewTextLimit = 2_000;
