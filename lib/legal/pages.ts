/** The legal pages by path segment; their texts are in `content/legal`. */
export const legalPages = ['terms', 'privacy', 'refunds', 'notice', 'cookies'] as const;
export type LegalPage = (typeof legalPages)[number];

/** True if a path segment is a legal page. */
export const isLegalPage = (name: string): name is LegalPage => legalPages.some((page) => page === name);

/** The address of a page. */
export const legalPath = (page: LegalPage): string => `/legal/${page}`;
