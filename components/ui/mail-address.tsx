import { Fragment } from 'react';

/** A text with a mail address that breaks before its `@`, or after a dot, where it is too long for its line. */
export function MailAddress({ children }: { children: string }) {
  if (children.lastIndexOf('@') < 1) return children;
  const [first, ...rest] = children.split(/(?=@)|(?<=\w\.)(?=\w)/);
  return (
    <span className="wrap-break-word">
      {first}
      {rest.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
        <Fragment key={at}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </span>
  );
}
