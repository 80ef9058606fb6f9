'use client';

import { Dialog } from '@/components/ui/dialog-client';

type Props = {
  title: string;
  closeLabel: string;
  /** Outcome of each row: `text` identifies it; `problem` is set if it failed. */
  rows: Array<{ id: string; text: string; problem: string | undefined }>;
  doneLabel: string;
  onClose: () => void;
};

/** Shows the outcome of each row of a bulk action. */
export const Outcomes = ({ title, closeLabel, rows, doneLabel, onClose }: Props) => (
  <Dialog title={title} closeLabel={closeLabel} onClose={onClose}>
    <ul className="mt-4 max-h-80 space-y-3 overflow-y-auto text-sm break-words">
      {rows.map(({ id, text, problem }) => (
        <li key={id}>
          <p>{text}</p>
          <p className={problem ? 'font-semibold text-bad' : 'font-semibold text-good'}>{problem ?? doneLabel}</p>
        </li>
      ))}
    </ul>
  </Dialog>
);
