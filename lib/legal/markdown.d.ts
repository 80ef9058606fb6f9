/** A Markdown file, as `next.config.ts` has it bundled: its text. */
declare module '*.md' {
  const text: string;
  export default text;
}
