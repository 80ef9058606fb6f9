import { useEffect, useRef, useState } from 'react';
import { assignFiles, type FileTarget } from '@/lib/publish/file-targets';
import { fileTypes, maxFileBytes } from '@/lib/publish/types';
import { startUpload, type UploadState } from './resumable-upload';

/** A chosen file with its target and its progress. */
export type ChosenFile = {
  key: string;
  file: File;
  /** The key of an edition, `productTarget`, or empty if the file is not uploaded. */
  target: string;
  state: 'chosen' | 'refused' | 'done' | 'failed' | UploadState;
  percent: number;
  /** A code of `publish.errors`, or the sentence of the server. */
  problem: { code: 'fileEmpty' | 'fileLarge' | 'fileType' | 'upload' } | { message: string } | null;
};

const isOpen = ({ state }: ChosenFile) => state === 'chosen' || state === 'failed';
const isUnderWay = ({ state }: ChosenFile) => !['chosen', 'failed', 'refused', 'done'].includes(state);

function refusalOf({ name, size }: File) {
  if (size === 0) return { code: 'fileEmpty' } as const;
  if (size > maxFileBytes) return { code: 'fileLarge' } as const;
  return fileTypes.some((type) => name.toLowerCase().endsWith(`.${type}`)) ? null : ({ code: 'fileType' } as const);
}

type Options = {
  editions: FileTarget[];
  /** The storage key of the upload to a target, null if the target is gone. */
  uploadKeyOf: (target: string) => string | null;
  /** Called with each uploaded file. */
  onDone: (target: string, downloadLink: string, file: File) => void;
};

/**
 * Uploads several files of a product and its editions, one after the other. A failed upload does not stop the others.
 */
export function useManyFiles({ editions, uploadKeyOf, onDone }: Options) {
  const [files, setFiles] = useState<ChosenFile[]>([]);
  const [isSending, setSending] = useState(false);
  const upload = useRef<ReturnType<typeof startUpload>>(undefined);
  const latest = useRef({ files, uploadKeyOf, onDone });
  latest.current = { files, uploadKeyOf, onDone };
  const change = (key: string, part: Partial<ChosenFile>) =>
    setFiles((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)));

  // A started upload can be resumed later, but leaving asks first.
  useEffect(() => {
    if (!isSending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isSending]);

  function add(chosen: File[]) {
    const added = chosen.map((file): ChosenFile => {
      const problem = refusalOf(file);
      const state = problem ? 'refused' : 'chosen';
      return { key: crypto.randomUUID(), file, target: '', state, percent: 0, problem };
    });
    setFiles((before) => {
      const waiting = [...before.filter(isOpen), ...added.filter(isOpen)];
      const places = assignFiles(
        waiting.map(({ file }) => file.name),
        editions,
      );
      // Earlier files keep their target, which may have been set by hand.
      const proposed = new Map(waiting.map(({ key }, at) => [key, places[at] ?? '']));
      return [...before, ...added.map((one) => ({ ...one, target: proposed.get(one.key) ?? '' }))];
    });
  }

  async function sendOne({ key, file, target }: ChosenFile) {
    const uploadKey = latest.current.uploadKeyOf(target);
    if (uploadKey === null) return change(key, { target: '', state: 'chosen' });
    change(key, { state: 'sending', percent: 0, problem: null });
    const started = startUpload(file, {
      uploadKey,
      onProgress: (percent) => change(key, { percent }),
      onState: (state) => change(key, { state }),
    });
    upload.current = started;
    const answer = await started.done.catch(() => null);
    upload.current = undefined;
    if (answer && 'value' in answer) {
      change(key, { state: 'done', percent: 100 });
      latest.current.onDone(target, answer.value.downloadLink, file);
    } else change(key, { state: 'failed', problem: answer ?? { code: 'upload' } });
  }

  async function send() {
    setSending(true);
    for (const one of files) if (isOpen(one) && one.target) await sendOne(one);
    setSending(false);
  }

  const wanted = files.filter((one) => isOpen(one) && one.target);
  return {
    files,
    isSending,
    add,
    send,
    /** Files that the next press uploads. */
    wanted,
    /** Targets of more than one file. */
    crowded: wanted.map(({ target }) => target).filter((target, at, all) => all.indexOf(target) !== at),
    isOpen,
    isUnderWay,
    choose: (key: string, target: string) => change(key, { target }),
    remove: (key: string) => setFiles((before) => before.filter((one) => one.key !== key)),
    /** Stops the running upload, which then counts as failed. */
    stop: () => upload.current?.stop(),
  };
}
