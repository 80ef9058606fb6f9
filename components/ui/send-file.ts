/**
 * Posts a file with XMLHttpRequest, because `fetch` does not report upload progress.
 *
 * @param onProgress percent sent, 0 to 100
 * @returns the status with the response parsed as JSON; null without a response
 */
export function sendFile(
  url: string,
  file: File,
  { onProgress }: { onProgress?: (percent: number) => void } = {},
): Promise<{ status: number; body: unknown } | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(Math.round((loaded * 100) / total));
    request.onload = () => resolve({ status: request.status, body: request.response });
    request.onerror = () => resolve(null);
    request.send(file);
  });
}
