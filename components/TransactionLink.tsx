import type { AppModel } from '../lib/model/app-model.ts'
import { transactionLink } from '../lib/swap/explorer-link.ts'
import { OutLink } from './OutLink.tsx'
import { t } from './text.ts'

/** A transaction in its chain's explorer; a text that is none of that chain's is shown, never made a part of an address. */
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
