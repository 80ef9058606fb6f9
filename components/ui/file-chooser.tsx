type Props = {
  /** Where its label stands elsewhere. */
  id?: string;
  /** The types that may be chosen, as the attribute `accept` names them. */
  accept: string;
  multiple?: boolean;
  disabled: boolean;
  /** Gets what was chosen; the field is empty again by then, so that the same file can be chosen once more. */
  onChoose: (files: File[]) => void;
};

/** The hidden field of a button that chooses files. Files that were chosen before the scripts came are not lost. */
export function FileChooser({ onChoose, ...rest }: Props) {
  function take(field: HTMLInputElement) {
    const files = [...(field.files ?? [])];
    field.value = '';
    if (files.length > 0) onChoose(files);
  }
  return (
    <input
      {...rest}
      ref={(field) => {
        if (field?.files?.length) take(field);
      }}
      type="file"
      onChange={({ target }) => take(target)}
      className="sr-only"
    />
  );
}
