'use client';

import { useRouter } from 'next/navigation';
import type { Result } from '@/lib/core/action/result';
import { Button } from './button';
import { type ActionCode, useAction } from './use-action';

type Props<Input, Code extends string> = {
  action: (input: Input) => Promise<Result<unknown, Code>>;
  input: Input;
  label: string;
  /** Subject of the action, for screen readers. */
  name?: string;
  messages: (code: ActionCode<Code>) => string | undefined;
  onDone?: () => void;
};

/** A button in a row that runs an action, shows its problem, and refreshes the page after a success. */
export function ActionButton<Input, Code extends string>({
  action,
  input,
  label,
  name,
  messages,
  onDone,
}: Props<Input, Code>) {
  const router = useRouter();
  const { run, pending, problem } = useAction(action, {
    messages,
    onDone: () => {
      onDone?.();
      router.refresh();
    },
  });
  return (
    <div>
      <Button pending={pending} onClick={() => run(input)}>
        <span>{label}</span>
        {name && <span className="sr-only">{name}</span>}
      </Button>
      {problem && (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}
