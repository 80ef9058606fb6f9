/** Minimum and maximum length of a question, and maximum of its answer, in characters. */
export const questionLengths = { least: 10, most: 500 } as const;
export const answerLength = 2_000;

/** The text of a question as it is stored: on one line. */
export const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** An answered question about a product. */
export type Question = {
  id: string;
  text: string;
  author: string;
  /** ISO times. */
  at: string;
  answer: string;
  answeredAt: string;
  /** Answered by the team instead of the creator. */
  isByTeam: boolean;
  /** People who thank for the answer. */
  thanks: number;
};

/** A page of the answered questions about a product; `page` from 1. */
export type QuestionsOf = {
  product: { id: string; slug: string; name: string };
  page: number;
  questions: Question[];
  hasMore: boolean;
};

/** A question for its author, or for people who may answer it. */
export type OwnQuestion = {
  id: string;
  text: string;
  author: string;
  at: string;
  answer: string | null;
  isByTeam: boolean;
  isAside: boolean;
  /** Taken down by moderators: the question or its answer. */
  isHidden: boolean;
  thanks: number;
  /** Of its product; null while that has no page. */
  slug: string | null;
  product: string;
};

/** Lists of a creator's questions: the unanswered ones, all, or for the team those that have waited long. */
export const receivedLists = ['pendientes', 'todas', 'equipo'] as const;
export type ReceivedList = (typeof receivedLists)[number];

export const receivedPath = '/dashboard/questions';
export const askedPath = '/profile/questions';
/** The public page of a product’s questions, or a further one, from 2. */
export const questionsPath = (slug: string, page = 1): string => `/p/${slug}/questions${page > 1 ? `/${page}` : ''}`;
