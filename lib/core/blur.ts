const pattern = /^data:image\/webp;base64,UklGR[A-Za-z0-9+/]+={0,2}$/;

/**
 * True if a text is a placeholder of `makeBlur`: base64 WebP and nothing else, so that it is safe in a style.
 * `blur_valido` in SQL has the same rule.
 */
export const isBlur = (text: string): boolean => text.length <= 2_000 && pattern.test(text);
