/** What a picture may weigh before it is re-encoded, in bytes. */
export const maxImageBytes = 8 * 1024 * 1024;

/** The kinds of picture that are accepted, as a file chooser takes them. */
export const acceptedImages = 'image/png,image/jpeg,image/webp';
