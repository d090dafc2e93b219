import { Button } from './Button.tsx'

interface Choice<Name extends string> {
  readonly names: readonly Name[]
  readonly chosen: Name
  readonly testId: string
  readonly toText: (name: Name) => string
  readonly onChoose: (name: Name) => void
}

/** A choice of one view or state in one frame: it stands out from chips near it. */
export function Segments<Name extends string>({
  labelledBy,
  label,
  names,
  chosen,
  testId,
  toText,
  onChoose,
}: Choice<Name> & { labelledBy?: string; label?: string }) {
  return (
    <div class="segments" role="radiogroup" aria-label={label} aria-labelledby={labelledBy}>
      {names.map((name) => (
        <label key={name}>
          <input
            type="radio"
            name={testId}
            data-testid={`${testId}-${name}`}
            checked={chosen === name}
            onChange={() => onChoose(name)}
          />
          <span>{toText(name)}</span>
        </label>
      ))}
    </div>
  )
}

/** A choice between a few options, one of which is in force. */
export function Chips<Name extends string>({
  label,
  isLabelShown = false,
  names,
  chosen,
  testId,
  toText,
  onChoose,
}: Choice<Name> & {
  label: string
  /** Default: only for screen readers. */
  isLabelShown?: boolean
}) {
  return (
    <fieldset class="line wrap choice" aria-label={isLabelShown ? undefined : label}>
      {isLabelShown && <legend class="faint">{label}</legend>}
      {names.map((name) => (
        <Button
          key={name}
          look="chip"
          testId={`${testId}-${name}`}
          aria-pressed={chosen === name}
          onPress={() => onChoose(name)}
        >
          {toText(name)}
        </Button>
      ))}
    </fieldset>
  )
}
