type Props = { name: string; item: { id: string }; label: string; disabled?: boolean };

/** Selection box of a row (`useManyAtOnce` with the same name). */
export const ChooseBox = ({ name, item, label, disabled }: Props) => (
  <label className="grid size-11 shrink-0 place-items-center">
    <input
      type="checkbox"
      aria-label={label}
      name={name}
      value={item.id}
      data-item={JSON.stringify(item)}
      autoComplete="off"
      disabled={disabled}
      className="size-5"
    />
  </label>
);
