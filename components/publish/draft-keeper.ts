import type { KeptDraft, ProductDraft } from '@/lib/publish/types';
import { deleteDraft, putDraft } from './draft-transport';
import { forgetLocalDraft, readLocalDraft, writeLocalDraft } from './local-draft';

/**
 * - `kept`: everything that was typed is kept; `saving`: some of it is not kept yet
 * - `waiting`: without a connection it is kept in this browser, and is sent when there is one
 * - `conflict`: another tab or device has written meanwhile; nothing is sent until somebody has chosen
 * - `full`: there are too many drafts, or this one is too long
 */
type SaveState = 'kept' | 'saving' | 'waiting' | 'conflict' | 'full';

/** What there is to show of a draft. Its id is empty before anything was typed; its version is 0 before it was kept. */
export type ShownDraft = Identity & { draft: ProductDraft; base: string; state: SaveState; isRecovered: boolean };

type Identity = { id: string; version: number };

/** `held`: it is being sent to review; `over`: it was thrown away, or has become a revision. */
type Phase = 'open' | 'waiting' | 'conflict' | 'full' | 'held' | 'over';

const pauseMs = 700;
const retryMs = 5_000;

type Options = {
  /** The form that it is of: one for each product, and one for new products. */
  form: string;
  productId: string | null;
  /** The form without a draft, with its mark (`markOf`). */
  initial: { draft: ProductDraft; mark: string };
  /** The draft that the page was opened with. */
  kept: KeptDraft | null;
  /** Called with the id of a draft that was thrown away, has become a revision or is gone. */
  onEnd?: (id: string) => void;
};

/**
 * Keeps a draft as it is typed: a moment after the last key in the shop, until then in this browser. One request is on
 * its way at a time.
 */
export class DraftKeeper {
  /** Called with the id of a draft once the shop has it. */
  onKept: (id: string) => void = () => {};

  readonly form: string;
  private readonly onEnd: (id: string) => void;
  private readonly productId: string | null;
  private identity: Identity;
  private draft: ProductDraft;
  /** The mark of the product when the draft was begun. */
  private base: string;
  private isRecovered: boolean;
  private phase: Phase = 'open';
  private isDirty = false;
  private isSending = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();
  private shown: ShownDraft;

  constructor({ form, productId, initial, kept, onEnd = () => {} }: Options) {
    this.form = form;
    this.onEnd = onEnd;
    this.productId = productId;
    this.identity = { id: kept?.id ?? '', version: kept?.version ?? 0 };
    this.draft = kept?.draft ?? initial.draft;
    this.base = kept?.base ?? initial.mark;
    this.isRecovered = kept !== null;
    this.shown = this.toShow();
  }

  readonly read = (): ShownDraft => this.shown;

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** The id of the draft, which is begun where nothing was typed yet. */
  readonly begin = (): string => {
    if (!this.identity.id) this.change({});
    return this.identity.id;
  };

  readonly change = (part: Partial<ProductDraft>): void => {
    if (!this.identity.id) this.identity = { id: crypto.randomUUID(), version: 0 };
    if (this.phase === 'over') this.phase = 'open';
    this.draft = { ...this.draft, ...part };
    this.isDirty = true;
    this.writeLocal();
    this.notify();
    this.sendSoon(pauseMs);
  };

  /** Whether it has something that the shop has not got. */
  hasUnkept(): boolean {
    return this.isDirty || this.phase === 'conflict';
  }

  /** Whether it goes on with a draft that a page was opened with: one that is as new, or that somebody is writing. */
  continues({ id, version }: KeptDraft): boolean {
    return this.identity.id === id && (this.hasUnkept() || this.identity.version >= version);
  }

  /** Its form is left: what is not kept is sent, and a form that is opened again goes on with a draft. */
  readonly leave = (): void => {
    this.onKept = () => {};
    if (this.identity.id) this.isRecovered = true;
    this.notify();
    void this.send(true);
  };

  /** Takes up what this browser has and the shop has not: typed without a connection, or just before the page was left. */
  readonly recover = (local = readLocalDraft(this.form)): void => {
    if (!local || this.isDirty || (this.identity.id && local.id !== this.identity.id)) return;
    this.identity = { id: local.id, version: local.version };
    this.base = local.base;
    this.isRecovered = true;
    this.change(local.draft);
  };

  /** Sends what the shop has not got; with `isLeaving` also while the page is being left. */
  readonly send = async (isLeaving = false): Promise<void> => {
    clearTimeout(this.timer);
    const isStopped = this.phase === 'held' || this.phase === 'over' || this.phase === 'conflict';
    if (!this.isDirty || this.isSending || isStopped) return;
    const { draft, identity, base, productId } = this;
    this.phase = 'open';
    this.isSending = true;
    this.notify();
    const answer = await putDraft({ ...identity, productId, content: { draft, base } }, isLeaving);
    this.isSending = false;
    if (this.identity.id !== identity.id || this.isOver()) {
      // It ended while it was on its way.
      if (answer.kind === 'kept') await deleteDraft(identity.id);
      return this.sendSoon(0);
    }
    switch (answer.kind) {
      case 'kept':
        this.identity = { ...identity, version: answer.version };
        this.isDirty = this.draft !== draft;
        if (!this.isDirty) forgetLocalDraft(this.form, this.identity.id);
        this.sendSoon(pauseMs);
        break;
      // What choosing the own text writes over; a draft that is gone is begun anew.
      case 'changed':
        this.identity = { id: answer.id, version: answer.version };
        this.phase = 'conflict';
        break;
      case 'gone':
        this.onEnd(identity.id);
        this.identity = { id: crypto.randomUUID(), version: 0 };
        this.phase = 'conflict';
        break;
      case 'full':
        this.becomes('full');
        break;
      case 'failed':
        this.becomes('waiting');
        this.sendSoon(retryMs);
    }
    this.notify();
    if (answer.kind === 'kept' && identity.version === 0) this.onKept(identity.id);
  };

  /** Throws the draft away, here and in the shop; the form is as it was without one. */
  readonly discard = ({ draft, mark }: Options['initial']): void => {
    const { id, version } = this.identity;
    this.end();
    if (version > 0) void deleteDraft(id);
    Object.assign(this, { identity: { id: '', version: 0 }, draft, base: mark, isRecovered: false });
    this.notify();
  };

  /** Forgets what is here: it has become a revision, or the page is opened with what is kept. */
  readonly end = (): void => {
    clearTimeout(this.timer);
    forgetLocalDraft(this.form, this.identity.id);
    this.phase = 'over';
    this.isDirty = false;
    this.onEnd(this.identity.id);
    this.notify();
  };

  /** Sends what is here over what somebody else has written. */
  readonly keepMine = (): void => {
    this.phase = 'open';
    this.isDirty = true;
    void this.send();
  };

  /** Keeps nothing while the draft is sent to review. */
  readonly hold = (): void => {
    clearTimeout(this.timer);
    forgetLocalDraft(this.form, this.identity.id);
    this.phase = 'held';
  };

  /** Goes on after it could not be sent to review. */
  readonly release = (): void => {
    if (this.phase === 'held') this.phase = 'open';
    if (this.isDirty) this.writeLocal();
    void this.send();
  };

  /** Another phase, unless nothing may be sent in this one. */
  private becomes(phase: 'waiting' | 'full'): void {
    if (this.phase === 'open') this.phase = phase;
  }

  // A method, since what was true before an answer may have changed.
  private isOver(): boolean {
    return this.phase === 'over';
  }

  private sendSoon(afterMs: number): void {
    clearTimeout(this.timer);
    if (this.isDirty) this.timer = setTimeout(() => void this.send(), afterMs);
  }

  private writeLocal(): void {
    const { identity, base, draft } = this;
    writeLocalDraft(this.form, { ...identity, base, draft });
  }

  private toShow(): ShownDraft {
    const { identity, draft, base, isRecovered, phase } = this;
    const isStuck = phase === 'waiting' || phase === 'conflict' || phase === 'full';
    const state = isStuck ? phase : this.isDirty ? 'saving' : 'kept';
    return { ...identity, draft, base, isRecovered, state };
  }

  private notify(): void {
    this.shown = this.toShow();
    for (const listener of this.listeners) listener();
  }
}
