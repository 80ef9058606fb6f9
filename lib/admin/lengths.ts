/** Maximum length of reasons and notes in the log. */
export const longestReason = 500;
