export function Switch({
  label,
  isOn,
  testid,
  onChange,
}: {
  label: string
  isOn: boolean
  testid: string
  onChange: (isOn: boolean) => void
}) {
  return (
    <label class="switch">
      <span>{label}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        data-testid={testid}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  )
}
