import type { Enrolment } from '@/lib/account/two-factor/types';

/** Quiet zone of a QR code in modules, which scanners need to find its edge. */
const quiet = 4;

/** A QR code, dark on light in both themes, as scanners require. */
export function QrPicture({ qr: { size, path }, title }: { qr: Enrolment['qr']; title: string }) {
  const side = size + 2 * quiet;
  return (
    <svg
      role="img"
      aria-label={title}
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-56 rounded-control bg-scan-paper text-scan-ink"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
