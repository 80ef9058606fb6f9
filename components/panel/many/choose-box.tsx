type Props = {
  name: string;
  item: { id: string };
  label: string;
  disabled?: boolean;
  /** Chosen by itself only, not with all rows. */
  isSingle?: boolean;
};

/** Selection box of a row (`useManyAtOnce` with the same name). */
export const ChooseBox = ({ name, item, label, disabled, isSingle = false }: Props) => (
  <label className="grid size-11 shrink-0 place-items-center">
    <input
      type="checkbox"
      aria-label={label}
      name={name}
      value={item.id}
      data-item={JSON.stringify(item)}
      data-single={isSingle || undefined}
      autoComplete="off"
      disabled={disabled}
      className="size-5"
    />
  </label>
);
