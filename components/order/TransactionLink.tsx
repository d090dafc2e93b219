import { transactionLink } from '../../lib/base/explorer-link.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { OutLink } from '../parts/OutLink.tsx'
import { t } from '../parts/text.ts'

/**
 * Shows a transaction in its chain's explorer; a text that is none of that chain's is shown, never made a part of an
 * address.
 */
export function TransactionLink({ app, chainId, hash }: { app: AppModel; chainId: number; hash: string }) {
  const chain = app.start.chainOf(chainId)
  return (
    <OutLink
      link={transactionLink(chain, hash)}
      text={hash}
      what={t('explorerOf', { chain: chain?.name ?? String(chainId) })}
    />
  )
}
