/** What a form of the settings shows after it was sent; what was typed comes back, except a password. */
export type SettingsState = {
  done?: boolean;
  error?: string;
  fieldErrors?: Record<string, string>;
  typed?: Record<string, string>;
};

/** What was typed into a form, to be shown again. */
export const typedOf = (form: FormData, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '')]));

/** Why a person could not prove who they are: at the field when the password is wrong. */
export const proofFailed = (error: string): SettingsState =>
  error === 'currentWrong' ? { fieldErrors: { current: error } } : { error };
