/** The rating of a product: average of 1 to 5 stars, and number of ratings. */
export type Rating = { average: number; count: number };

/** A review on the home page. */
export type Praise = {
  id: string;
  stars: number;
  text: string;
  author: string;
  product: { slug: string; name: string };
};

/** A review of a product. */
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
