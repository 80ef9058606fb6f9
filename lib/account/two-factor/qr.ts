import QRCode from 'qrcode';
import type { Enrolment } from './types';

/** A text as a QR code: the side in modules, and the dark modules as the path of an SVG of that size. */
export function drawQr(text: string): Enrolment['qr'] {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules;
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (data[row * size + column]) path += `M${column} ${row}h1v1h-1z`;
    }
  }
  return { size, path };
}
