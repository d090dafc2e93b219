import { useSignal } from '@preact/signals'
import type { ProblemData } from '../../lib/base/problem-shape.ts'
import { ProblemNotice } from './ProblemNotice.tsx'

/** A one-line field for pasted text, with a button that uses it. */
export function PasteField({
  name,
  label,
  action,
  placeholder,
  problem,
  onSend,
}: {
  /** `data-testid` and ID of the field. The button has `<name>-go`. */
  name: string
  label: string
  action: string
  placeholder: string
  problem: ProblemData | null
  /** True where the text is used up and the next one can be typed. */
  onSend: (text: string) => Promise<unknown>
}) {
  const text = useSignal('')
  const send = async () => {
    const sent = text.value
    const isUsedUp = (await onSend(sent)) === true
    if (isUsedUp && text.value === sent) text.value = ''
  }
  return (
    <form
      class="stack apart"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <label class="label" for={name}>
        {label}
      </label>
      <span class="line">
        <input
          id={name}
          class="field"
          data-testid={name}
          autocomplete="off"
          spellcheck={false}
          autocapitalize="none"
          maxLength={300}
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
      {problem !== null && <ProblemNotice problem={problem} isQuiet />}
    </form>
  )
}
