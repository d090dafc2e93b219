import { isHash } from '../lib/base/hex.ts'
import type { AppModel } from '../lib/model/app-model.ts'
import { shortHex } from './format.ts'
import { Icon } from './Icon.tsx'
import { t } from './text.ts'

/** A transaction in its chain's explorer; only addresses of the deployment file are linked to. */
export function TransactionLink({ app, chainId, hash }: { app: AppModel; chainId: number; hash: string }) {
  const chain = app.start.chainOf(chainId)
  const base = chain?.explorerUrl ?? null
  // What is no hash of ours is a text of the service's: shown, never made a part of an address.
  if (base === null || !isHash(hash)) return <code>{shortHex(hash)}</code>
  return (
    <a href={`${base}/tx/${hash}`} target="_blank" rel="noreferrer noopener">
      <span class="unseen">{t('explorerOf', { chain: chain?.name ?? '' })} </span>
      {shortHex(hash)}
      <Icon name="out" />
    </a>
  )
}
