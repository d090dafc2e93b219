import type { ComponentChildren } from 'preact'

export function Switch({
  label,
  isOn,
  testid,
  isDisabled = false,
  onChange,
}: {
  label: ComponentChildren
  isOn: boolean
  testid: string
  isDisabled?: boolean
  onChange: (isOn: boolean) => void
}) {
  return (
    <label class="line between switch">
      <span>{label}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        data-testid={testid}
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  )
}
