const pattern = /^data:image\/webp;base64,UklGR[A-Za-z0-9+/]+={0,2}$/;

/**
 * Whether a text is a placeholder as the shop makes it (`makeBlur`): WebP in base64 and nothing else, so that it can
 * stand in a style. The database has the same rule (`blur_valido`).
 */
export const isBlur = (text: string): boolean => text.length <= 2_000 && pattern.test(text);
