declare module 'vnu-jar' {
  /** The path of the validator's archive. */
  const path: { toString: () => string };
  export default path;
}
