/** A text with a mail address that breaks before its `@` where it is too long for its line. */
export function MailAddress({ children }: { children: string }) {
  const at = children.lastIndexOf('@');
  if (at < 1) return children;
  return (
    <span className="wrap-break-word">
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </span>
  );
}
