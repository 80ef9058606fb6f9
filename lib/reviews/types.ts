export type Rating = { average: number; count: number };

export type Review = {
  id: string;
  /** 1 to 5. */
  stars: number;
  text: string;
  author: { displayName: string; avatarUrl: string };
  /** ISO time. */
  at: string;
  isEdited: boolean;
  answer: { text: string; at: string } | null;
};

/** A person's own review, which they see even if a moderator has hidden it. */
export type OwnReview = { stars: number; text: string; hiddenReason: string | null };

export const reviewTextLimit = 2_000;
