export function CheckRow({
  label,
  isOn,
  testid,
  consent,
  onChange,
}: {
  label: string
  isOn: boolean
  testid: string
  /** The code of the consent that the box gives. */
  consent?: string
  onChange: (isOn: boolean) => void
}) {
  return (
    <label class="line check-row">
      <input
        type="checkbox"
        data-testid={testid}
        data-consent={consent}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
