import type { ProfileImageKind } from '@/lib/settings';

/**
 * Sends a profile picture. `fetch` cannot tell how much has been sent, so this is a plain request.
 *
 * @param onProgress percent sent, 0 to 100
 * @returns the new address, or the sentence that says why not; null when there was no answer
 */
export function uploadImage(
  kind: ProfileImageKind,
  file: File,
  onProgress: (percent: number) => void,
): Promise<{ url: string } | { message: string } | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api/profile-image?kind=${kind}`);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((loaded * 100) / total));
    request.onload = () => resolve(request.response);
    request.onerror = () => resolve(null);
    request.send(file);
  });
}
