type Props = {
  marks: readonly { name: string; file: string }[];
  /** Hides the pictures from screen readers if the names are in the text. */
  decorative?: boolean;
  /** Label of the list, if no text names it. */
  label?: string;
};

/** Logos of payment brands. */
export function PaymentMarks({ marks, decorative = false, label }: Props) {
  return (
    <span className="flex flex-wrap gap-1.5" {...(label ? { role: 'group', 'aria-label': label } : {})}>
      {marks.map(({ name, file }) => (
        // biome-ignore lint/performance/noImgElement: a small vector file, which needs no optimiser
        <img
          key={name}
          src={file}
          alt={decorative ? '' : name}
          width={38}
          height={24}
          loading="lazy"
          decoding="async"
          className="h-6 w-auto"
        />
      ))}
    </span>
  );
}
