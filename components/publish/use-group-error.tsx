import { useId } from 'react';
import { useFieldError } from './field-errors';

/**
 * Error of a group of fields as a whole.
 *
 * @returns `group` are the properties of its element, which `focusField` finds; `wrong` those of `GroupError` in it
 */
export function useGroupError(path: string) {
  const id = useId();
  const { error } = useFieldError()(path);
  return { group: { id: path, tabIndex: -1, 'aria-describedby': error && id }, wrong: { id, error } };
}

export function GroupError({ id, error }: ReturnType<typeof useGroupError>['wrong']) {
  if (!error) return null;
  return (
    <p id={id} className="text-sm font-medium text-bad">
      {error}
    </p>
  );
}
