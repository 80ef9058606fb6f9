const signs = /ECONNREFUSED|ECONNRESET|CONNECTION_|starting up|terminating|shutting down|recovery|not yet accepting/;

/** Checks whether an error is the temporary outage of a killed database, rather than a fault. */
export const isAway = (error: unknown): boolean => error instanceof Error && signs.test(error.message);
