export const reportReasons = ['spam', 'ofensivo', 'ilegal', 'derechos', 'fraude', 'otro'] as const;
export const reportedKinds = ['producto', 'resena', 'publicacion', 'pregunta', 'respuesta', 'usuario'] as const;
/** Kinds of reports for moderators: people's reports, and appeals against sanctions of accounts and against measures. */
export const reportKinds = [...reportedKinds, 'apelacion', 'medida'] as const;
/**
 * Objects of measures: a product, a review, a post, a question, an answer, a profile's picture, banner, text or links.
 */
export const measureKinds = [
  'producto',
  'resena',
  'publicacion',
  'pregunta',
  'respuesta',
  'retrato',
  'cabecera',
  'texto',
  'enlaces',
] as const;
/** The parts of a profile that moderators remove. */
export const profileParts = ['retrato', 'cabecera', 'texto', 'enlaces'] as const;
export const reportStates = ['abierto', 'resuelto', 'descartado'] as const;

/** Reasons why a moderator may not decide about an open report. */
export const decisionBarriers = ['es_suya', 'la_tiene_otra_persona', 'decidiste_tu'] as const;

export type ReportReason = (typeof reportReasons)[number];
export type ProfilePart = (typeof profileParts)[number];
export type ReportedKind = (typeof reportedKinds)[number];

export const reportTextLimit = 2_000;
/** Characters of an internal note or a reason, and of a question and its answer. */
export const noteLimit = 500;
export const questionLimit = 2_000;
export const appealLengths = { least: 10, most: 2_000 } as const;

/** True for an appeal, whose answer goes to its author. */
export const isAppeal = (kind: (typeof reportKinds)[number]): boolean => kind === 'apelacion' || kind === 'medida';

/** The page of measures, questions and own reports of the signed-in person. */
export const moderationPath = '/profile/moderation';
