/** The pages that a shop must have, by the last part of their address; their texts are in `content/legal`. */
export const legalPages = ['terms', 'privacy', 'refunds', 'notice', 'cookies'] as const;
export type LegalPage = (typeof legalPages)[number];

/** Whether the last part of an address names one of them. */
export const isLegalPage = (name: string): name is LegalPage => legalPages.some((page) => page === name);

/** The address of a page. */
export const legalPath = (page: LegalPage): string => `/legal/${page}`;
