/** The most characters of a reason, or of a note, that goes into the log with an act. */
export const longestReason = 500;
