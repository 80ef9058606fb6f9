import { useCallback, useEffect, useRef, useState } from 'react';
import { readStoredJson, store } from '@/components/ui/browser-storage';
import { markOf } from '@/lib/publish/kept-draft';
import type { KeptDraft, ProductDraft } from '@/lib/publish/types';

/**
 * - `kept`: everything that was typed is kept; `saving`: some of it is not kept yet
 * - `waiting`: without a connection it is kept in this browser, and is sent when there is one
 * - `conflict`: another tab or device has written meanwhile; nothing is sent until somebody has chosen
 * - `full`: there are too many drafts, or this one is too long
 */
export type SaveState = 'kept' | 'saving' | 'waiting' | 'conflict' | 'full';

type Identity = { id: string; version: number };
type Local = Identity & { base: string; draft: ProductDraft };

const pauseMs = 700;
const retryMs = 5_000;
const throwAway = (id: string) =>
  void fetch(`/api/product-draft?id=${id}`, { method: 'DELETE', keepalive: true }).catch(() => undefined);

/** What a browser sends for a page that is being left, at most. */
const keepaliveBytes = 60_000;

function readLocal(key: string): Local | null {
  const local = readStoredJson(key) as Local | null;
  return local?.id && local.draft ? local : null;
}

const writeLocal = (key: string, local: Local | null) => store(key, local && JSON.stringify(local));

type Options = {
  /** Under which this browser keeps what the shop has not got yet. */
  key: string;
  /** The form without a draft: empty, or the product as it is. */
  initial: ProductDraft;
  /** The draft that the page was opened with. */
  kept: KeptDraft | null;
  productId: string | null;
  /** Called with the id of a draft once the shop has it. */
  onKept: (id: string) => void;
};

/**
 * A draft that the shop keeps as it is typed, so that a reload, a lost connection or another device loses nothing. Of
 * two tabs that write the same draft, the second one stops and asks.
 */
export function useDraft({ key, initial, kept, productId, onKept }: Options) {
  const [draft, setDraft] = useState(kept?.draft ?? initial);
  const [state, setState] = useState<SaveState>('kept');
  const [isRecovered, setRecovered] = useState(kept !== null);
  const [identity, setIdentity] = useState<Identity>({ id: kept?.id ?? '', version: kept?.version ?? 0 });
  const mark = markOf(initial);
  const base = kept?.base ?? mark;
  // What is being sent, and what waits: read by timers and events, which outlive a render.
  const live = useRef({
    draft,
    identity,
    base,
    isDirty: false,
    isBusy: false,
    isHeld: false,
    isOver: false,
    hasConflict: false,
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const told = useRef(onKept);
  told.current = onKept;

  const send = useCallback(
    async (isLeaving = false) => {
      const now = live.current;
      clearTimeout(timer.current);
      if (!now.isDirty || now.isBusy || now.isHeld || now.isOver || now.hasConflict) return;
      now.isBusy = true;
      const sent = now.draft;
      const sentAs = now.identity.id;
      const body = JSON.stringify({ ...now.identity, productId, content: { draft: sent, base: now.base } });
      setState('saving');
      const response = await fetch('/api/product-draft', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body,
        keepalive: isLeaving && body.length < keepaliveBytes,
      }).catch(() => null);
      const answer = (await response?.json().catch(() => null)) as { version?: number; id?: string } | null;
      now.isBusy = false;
      if (now.isOver || now.identity.id !== sentAs) {
        // It ended while it was on its way.
        if (response?.ok) throwAway(sentAs);
        return;
      }
      if (response?.ok && answer?.version) {
        const isFirst = now.identity.version === 0;
        now.identity = { ...now.identity, version: answer.version };
        now.isDirty = now.draft !== sent;
        if (!now.isDirty) writeLocal(key, null);
        setIdentity(now.identity);
        setState(now.isDirty ? 'saving' : 'kept');
        if (isFirst) told.current(now.identity.id);
        if (now.isDirty) timer.current = setTimeout(send, pauseMs);
        return;
      }
      if (response?.status === 409) {
        now.hasConflict = true;
        // What choosing the own text writes over; a draft that is gone is begun anew.
        now.identity = answer?.version
          ? { id: answer.id ?? now.identity.id, version: answer.version }
          : { id: crypto.randomUUID(), version: 0 };
        return setState('conflict');
      }
      if (response?.status === 422) return setState('full');
      setState('waiting');
      timer.current = setTimeout(send, retryMs);
    },
    [key, productId],
  );

  const write = useCallback(
    (next: ProductDraft) => {
      const now = live.current;
      if (!now.identity.id) {
        now.identity = { id: crypto.randomUUID(), version: 0 };
        setIdentity(now.identity);
      }
      now.draft = next;
      now.isDirty = true;
      now.isOver = false;
      setDraft(next);
      writeLocal(key, { ...now.identity, base: now.base, draft: next });
      if (now.hasConflict) return;
      setState((was) => (was === 'kept' ? 'saving' : was));
      clearTimeout(timer.current);
      timer.current = setTimeout(send, pauseMs);
    },
    [key, send],
  );

  // What this browser has and the shop has not: typed without a connection, or just before the page was left.
  useEffect(() => {
    const local = readLocal(key);
    if (!local || (kept && local.id !== kept.id)) return;
    live.current.identity = { id: local.id, version: local.version };
    live.current.base = local.base;
    setIdentity(live.current.identity);
    setRecovered(true);
    write(local.draft);
  }, [key, kept, write]);

  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') void send(true);
    };
    const ask = (event: BeforeUnloadEvent) => {
      if (live.current.hasConflict) event.preventDefault();
    };
    const resume = () => void send();
    document.addEventListener('visibilitychange', leave);
    addEventListener('online', resume);
    addEventListener('beforeunload', ask);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      removeEventListener('online', resume);
      removeEventListener('beforeunload', ask);
      void send(true);
    };
  }, [send]);

  const end = () => {
    clearTimeout(timer.current);
    Object.assign(live.current, { isOver: true, isDirty: false, hasConflict: false });
    writeLocal(key, null);
  };

  return {
    draft,
    state,
    isRecovered,
    /** Whether the product is another one than when the draft was begun. */
    isOutdated: isRecovered && base !== '' && base !== mark,
    /** The id of the draft; null before anything was typed. */
    draftId: identity.id || null,
    isKept: identity.version > 0,
    change: (part: Partial<ProductDraft>) => write({ ...live.current.draft, ...part }),
    /** Throws the draft away, here and in the shop. */
    discard: () => {
      const { id, version } = live.current.identity;
      end();
      if (version > 0) throwAway(id);
      Object.assign(live.current, { identity: { id: '', version: 0 }, draft: initial, base: mark });
      setIdentity(live.current.identity);
      setDraft(initial);
      setRecovered(false);
      setState('kept');
    },
    /** Sends what is here over what somebody else has written. */
    keepMine: () => {
      live.current.hasConflict = false;
      live.current.isDirty = true;
      void send();
    },
    /** Forgets what is here, so that the page can be opened with what is kept. */
    dropMine: end,
    /** Keeps nothing while the draft is sent to review. */
    hold: () => {
      clearTimeout(timer.current);
      live.current.isHeld = true;
      writeLocal(key, null);
    },
    /** Goes on after it could not be sent. */
    release: () => {
      const now = live.current;
      now.isHeld = false;
      if (now.isDirty) writeLocal(key, { ...now.identity, base: now.base, draft: now.draft });
      void send();
    },
    /** The draft has become a revision. */
    forget: end,
  };
}
