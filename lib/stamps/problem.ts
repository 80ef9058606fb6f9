/**
 * Reasons why a file cannot be stamped.
 *
 * - `type`: not a ZIP archive
 * - `signed`: a signed archive, which a change would break
 * - `none`: without a placeholder
 * - `large`, `deep`: above the limits
 * - `zip64`: a ZIP64 archive, for more than 4 GiB
 * - `broken`: damaged, or different from its directory
 * - `classFile`: a Java class with a placeholder cannot be read, or a text would get too long
 */
export const stampProblems = ['type', 'signed', 'none', 'large', 'deep', 'zip64', 'broken', 'classFile'] as const;
export type StampProblem = (typeof stampProblems)[number];

/** A file that cannot be stamped. */
export class StampError extends Error {
  readonly problem: StampProblem;

  constructor(problem: StampProblem) {
    super(`the file cannot be stamped: ${problem}`);
    this.problem = problem;
  }
}
