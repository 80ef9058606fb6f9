import QRCode from 'qrcode';
import type { Enrolment } from './types';

/** Renders text as a QR code: side in modules, and dark modules as an SVG path. */
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
