/** The fields of the form, one for each place of a profile. */
export const pinNames = ['pin0', 'pin1', 'pin2'] as const;
