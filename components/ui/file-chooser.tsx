type Props = {
  /** Accepted types, in the format of the `accept` attribute; all without. */
  accept?: string;
  multiple?: boolean;
  disabled: boolean;
  /** Receives the chosen files. The field is cleared first, so that the same file can be chosen again. */
  onChoose: (files: File[]) => void;
};

/** Hidden file input of a button. Files chosen before hydration are not lost. */
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
