/**
 * A typed code without what the eye does not see: letters of one form, no spaces and no invisible characters, and a
 * hyphen for every dash, as writing programs set them. The database compares codes by the same (`codigo_limpio`).
 */
export const cleanCode = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '');
