'use client';

import { useRouter } from 'next/navigation';
import type { Result } from '@/lib/core/action/result';
import { Button } from './button';
import type { ButtonLook } from './button-styles';
import { Confirm, type ConfirmProps } from './confirm-client';
import type { ActionCode } from './use-action';
import { useAskedAction } from './use-asked-action';

type Props<Input, Value, Code extends string> = {
  action: (input: Input) => Promise<Result<Value, Code>>;
  input: Input;
  label: string;
  /** Subject of the action, for screen readers. */
  name?: string;
  question: Pick<ConfirmProps, 'title' | 'text' | 'cancelLabel' | 'isDangerous'> & { confirmLabel?: string };
  messages: (code: ActionCode<Code>) => string | undefined;
  onDone?: (value: Value) => void;
} & Pick<ButtonLook, 'variant'>;

/**
 * A button that asks for a confirmation, runs an action, shows its problem in the dialog, and refreshes after a
 * success.
 */
export function ConfirmButton<Input, Value, Code extends string>({
  action,
  input,
  label,
  name,
  question,
  messages,
  onDone,
  variant,
}: Props<Input, Value, Code>) {
  const router = useRouter();
  const { asked, ask, confirm, close, pending, problem } = useAskedAction(action, {
    messages,
    onDone: (value) => {
      onDone?.(value);
      router.refresh();
    },
  });

  return (
    <>
      <Button variant={variant} onClick={() => ask(input)}>
        <span>{label}</span>
        {name && <span className="sr-only">{name}</span>}
      </Button>
      {asked !== null && (
        <Confirm
          confirmLabel={label}
          {...question}
          pending={pending}
          problem={problem}
          onConfirm={confirm}
          onClose={close}
        />
      )}
    </>
  );
}
