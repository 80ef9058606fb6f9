/** Maximum size of an uploaded picture, in bytes. */
export const maxImageBytes = 8 * 1024 * 1024;

/** Accepted picture types, for a file input. */
export const acceptedImages = 'image/png,image/jpeg,image/webp';
