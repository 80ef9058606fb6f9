/** What a form of the settings shows after it was sent. It keeps what the person typed, except passwords. */
export type SettingsState = {
  done?: boolean;
  error?: string;
  fieldErrors?: Record<string, string>;
  typed?: Record<string, string>;
};

/** The typed values of a form, to show them again. */
export const typedOf = (form: FormData, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '')]));

/** What the form shows when the proof of identity failed; a wrong password is shown at its field. */
export const proofFailed = (error: string): SettingsState =>
  error === 'currentWrong' ? { fieldErrors: { current: error } } : { error };
