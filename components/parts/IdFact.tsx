import type { ExplorerLink } from '../../lib/base/explorer-link.ts'
import { CopyButton } from './CopyButton.tsx'
import { OutLink } from './OutLink.tsx'
import { t } from './text.ts'

/** Shows an id in a list of facts: short to look at, whole to copy; nothing where there is none. */
export function IdFact({
  name,
  value,
  link = null,
}: {
  name: string
  value: string | null
  link?: ExplorerLink | null
}) {
  if (value === null) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <OutLink link={link} text={value} what={name} />
        <CopyButton label={t('copyNamed', { name })} read={() => value} />
      </dd>
    </div>
  )
}
