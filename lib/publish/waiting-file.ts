/** Begins the code of a problem of the file in a waiting revision. */
export const waitingFile = 'waiting-';
