/** A person's own review, visible to them even if it is hidden. */
export type OwnReview = { stars: number; text: string; hiddenReason: string | null };

export const reviewTextLimit = 2_000;
