import { shortenHex } from '../../lib/base/hex.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { Skeleton } from '../parts/Lazy.tsx'
import { Avatar } from '../parts/Picture.tsx'
import { t } from '../parts/text.ts'

export function AccountChip({ app }: { app: AppModel }) {
  const { account, isConnecting, waking } = app.start
  const connected = account.value
  if (app.start.view.value === null) {
    if (app.start.problem.value !== null) return null
    return (
      <span class="chip">
        <Skeleton width={9} />
      </span>
    )
  }
  if (connected === null) {
    return (
      <button
        type="button"
        class={isConnecting.value ? 'chip' : 'chip connect-chip'}
        data-testid="connect"
        onClick={() => app.openSheet({ name: 'wallets' })}
      >
        {isConnecting.value ? t(waking.value === null ? 'connecting' : 'wakingTitle') : t('connect')}
      </button>
    )
  }
  const chain = connected.isLocked === true ? undefined : app.start.chainOf(connected.chainId)
  const name = connected.wallet?.name ?? t('watching')
  const where = chain === undefined ? name : `${name}, ${chain.name}`
  return (
    <button
      type="button"
      class="chip account-chip"
      data-testid="account"
      title={where}
      onClick={() => app.openSheet({ name: 'account' })}
    >
      <Avatar account={connected} />
      <span class="unseen">{t('account')} </span>
      <span class="row-words">
        <span class="numbers">{shortenHex(connected.address)}</span>
        {connected.wallet === null && <span class="faint">{t('watching')}</span>}
        {connected.isLocked === true && <span class="faint">{t('accountLocked')}</span>}
        {connected.wallet !== null && chain !== undefined && <bdi class="faint">{chain.name}</bdi>}
      </span>
    </button>
  )
}
