import { useSignal } from '@preact/signals'
import type { ProblemData } from '../../lib/base/problem.ts'
import { Problem } from './Problem.tsx'

/** Shows one line to paste something into, with the button that takes it. */
export function LineField({
  name,
  label,
  action,
  placeholder,
  problem,
  onSend,
}: {
  /** The field's hook and id; the button's is `<name>-go`. */
  name: string
  label: string
  action: string
  placeholder: string
  problem: ProblemData | null
  onSend: (text: string) => void
}) {
  const text = useSignal('')
  return (
    <form
      class="line-field"
      onSubmit={(event) => {
        event.preventDefault()
        onSend(text.value)
      }}
    >
      <label class="label" for={name}>
        {label}
      </label>
      <span class="field-row">
        <input
          id={name}
          class="field"
          data-testid={name}
          autocomplete="off"
          spellcheck={false}
          maxLength={100}
          placeholder={placeholder}
          aria-invalid={problem !== null}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value
          }}
        />
        <button
          type="submit"
          class="secondary"
          data-testid={`${name}-go`}
          disabled={text.value.trim() === ''}
        >
          {action}
        </button>
      </span>
      {problem !== null && <Problem problem={problem} tone="warning" isQuiet />}
    </form>
  )
}
