declare module 'vnu-jar' {
  /** Path of the validator's jar. */
  const path: { toString: () => string };
  export default path;
}
