/** A choice between a few options, one of which is in force. */
export function Chips<Name extends string>({
  label,
  isLabelShown = false,
  names,
  chosen,
  testId,
  toText,
  onChoose,
}: {
  label: string
  /** Default: only for screen readers. */
  isLabelShown?: boolean
  names: readonly Name[]
  chosen: Name
  testId: string
  toText: (name: Name) => string
  onChoose: (name: Name) => void
}) {
  return (
    <fieldset class="line wrap choice" aria-label={isLabelShown ? undefined : label}>
      {isLabelShown && <legend class="faint">{label}</legend>}
      {names.map((name) => (
        <button
          key={name}
          type="button"
          class="chip"
          data-testid={`${testId}-${name}`}
          aria-pressed={chosen === name}
          onClick={() => onChoose(name)}
        >
          {toText(name)}
        </button>
      ))}
    </fieldset>
  )
}
