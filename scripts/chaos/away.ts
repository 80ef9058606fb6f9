const signs = /ECONNREFUSED|ECONNRESET|CONNECTION_|starting up|terminating|shutting down|recovery|not yet accepting/;

/** Whether something failed because the database was killed: it is away for a moment, and nothing is wrong with it. */
export const isAway = (error: unknown): boolean => error instanceof Error && signs.test(error.message);
