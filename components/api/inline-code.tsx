import { Fragment } from 'react';

/** Text with code between backticks. */
export function InlineCode({ text }: { text: string }) {
  // Every other part was between backticks.
  return text.split('`').map((part, at) => {
    const key = `${at} ${part}`;
    return at % 2 === 1 ? <code key={key}>{part}</code> : <Fragment key={key}>{part}</Fragment>;
  });
}
