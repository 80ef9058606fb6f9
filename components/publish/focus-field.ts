/** Moves the focus to the field, or to the group of fields, at a path such as `editions.0.price`. */
export function focusField(path: string): void {
  const field = document.getElementsByName(path)[0] ?? document.getElementById(path);
  if (field) {
    const details = field.closest('details');
    if (details) details.open = true;
    field.focus();
  } else if (path.includes('.')) focusField(path.slice(0, path.lastIndexOf('.')));
}
