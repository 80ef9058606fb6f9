/** What its owners think of a product: the average of 1 to 5 stars, and how many have said so. */
export type Rating = { average: number; count: number };

/** Words about a product that the home page shows. */
export type Praise = {
  id: string;
  stars: number;
  text: string;
  author: string;
  product: { slug: string; name: string };
};

/** What one of them wrote. */
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
