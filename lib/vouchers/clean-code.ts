/**
 * Normalises a typed code: one letter form, no spaces and invisible characters, hyphens for all dashes. Same as
 * `codigo_limpio` in SQL.
 */
export const cleanCode = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '');
