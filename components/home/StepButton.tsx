import type { ComponentChildren } from 'preact'
import type { FormStep } from '../../lib/models/swap-model.ts'

/** Steps at which Ferry or the wallet is working. */
export const busySteps: ReadonlySet<string> = new Set(['checkReceiver', 'connecting', 'quoting', 'starting'])

/**
 * The main button of a form. It says what blocks the next step or what Ferry waits for. `children` are its
 * text.
 */
export function StepButton({
  testId,
  step,
  isOpen,
  isBusy = busySteps.has(step),
  children,
}: {
  testId: string
  /** The action of the button, or the step it waits for. */
  step: FormStep | 'continue'
  isOpen: boolean
  isBusy?: boolean
  children: ComponentChildren
}) {
  return (
    <button
      type="submit"
      class="primary"
      data-testid={testId}
      data-step={step}
      disabled={!isOpen}
      aria-busy={isBusy}
    >
      {children}
    </button>
  )
}
