import type { Signal } from '@preact/signals'

/** A word to type before a button works. Its label says which. */
export function TypedWord({
  typed,
  label,
  labelId,
  testId,
}: {
  typed: Signal<string>
  label: string
  /** For the button that waits for the word. */
  labelId?: string
  testId: string
}) {
  return (
    <label class="line wrap typed-word">
      <span id={labelId}>{label}</span>
      <input
        class="field"
        data-testid={testId}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        maxLength={20}
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value
        }}
      />
    </label>
  )
}
