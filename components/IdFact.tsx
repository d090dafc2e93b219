import { CopyButton } from './CopyButton.tsx'
import { shortHex } from './format.ts'
import { t } from './text.ts'

/** An id in a list of facts: short to look at, whole to copy; nothing where there is none. */
export function IdFact({ name, value }: { name: string; value: string | null }) {
  if (value === null) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code title={value}>{shortHex(value)}</code>
        <CopyButton label={t('copyNamed', { name })} read={() => value} />
      </dd>
    </div>
  )
}
