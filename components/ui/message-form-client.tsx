'use client';

import { useRouter } from 'next/navigation';
import type { Result } from '@/lib/core/action/result';
import { Button } from './button';
import type { ButtonLook } from './button-styles';
import { TextArea } from './text-area';
import { type ActionCode, useAction } from './use-action';
import { useKeptText } from './use-kept-text';

type Props<Code extends string> = {
  /** Storage key of unsent input in this tab. */
  keptAs: string;
  send: (text: string) => Promise<Result<unknown, Code>>;
  label: string;
  hint?: string;
  maxLength: number;
  sendLabel: string;
  messages: (code: ActionCode<Code>) => string | undefined;
  onSent?: () => void;
} & Pick<ButtonLook, 'variant'>;

/**
 * A message field and its button. Sending refreshes the page and empties the field, except for text typed since. It is
 * not a form itself, because it may be inside one.
 */
export function MessageForm<Code extends string>({
  keptAs,
  send,
  label,
  hint,
  maxLength,
  sendLabel,
  messages,
  onSent,
  variant,
}: Props<Code>) {
  const router = useRouter();
  const { text, setText } = useKeptText(keptAs);
  const { run, pending, problem } = useAction(send, {
    messages,
    onDone: (_value, said) => {
      setText((now) => (now === said ? '' : now));
      onSent?.();
      router.refresh();
    },
  });
  return (
    <div className="space-y-3">
      <TextArea
        label={label}
        hint={hint}
        rows={4}
        maxLength={maxLength}
        value={text}
        error={problem}
        announced
        onChange={(event) => setText(event.target.value)}
      />
      <Button variant={variant} pending={pending} onClick={() => run(text)}>
        {sendLabel}
      </Button>
    </div>
  );
}
