/**
 * The name under which buyers save a file, from its name on the creator's device: in its own script, without characters
 * that leave a folder or change the text direction. The database has the same rule (`nombre_de_archivo_valido`).
 *
 * @param name up to 255 characters
 */
export const savedName = (name: string): string =>
  name
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[/\\]/g, '-')
    .trim();
