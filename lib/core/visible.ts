/** A typed or pasted text without invisible characters, and without the spaces around it. */
export const visible = (text: string): string => text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').trim();
