import { CopyButton } from './CopyButton.tsx'
import { t } from './text.ts'

/** The id of one request to the service, for support. Nothing for null. */
export function RequestId({ id }: { id: string | null }) {
  if (id === null) return null
  return (
    <p>
      <span>{t('requestId')}</span> <code>{id}</code>
      <CopyButton label={t('copyRequestId')} read={() => id} />
    </p>
  )
}
