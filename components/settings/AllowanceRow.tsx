import type { AllowancesModel } from '../../lib/models/allowances-model.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { AllowanceLine } from '../../lib/order/allowance-line.ts'
import { RevokePanel } from '../order/RevokePanel.tsx'
import { shortHex } from '../parts/format.ts'
import { t } from '../parts/text.ts'
import { allowanceText } from './allowance-text.ts'
import { spenderName } from './spender-name.ts'

interface Shown {
  readonly app: AppModel
  readonly model: AllowancesModel
  readonly line: AllowanceLine
}

/** Shows one contract and one token: what is left, and the way to take it back. */
export function AllowanceRow({ app, model, line }: Shown) {
  const { token, spender, owner, kind, left } = line
  const name = spenderName(kind)
  const chain = app.start.chainName(token.chainId)
  const isOthers = app.start.account.value?.address !== owner
  return (
    <section
      class="card"
      data-testid="allowance"
      data-left={left === null ? 'unread' : (left.units ?? 'unlimited')}
    >
      <h2 class="label">{t('allowanceOf', { symbol: token.symbol, name, chain })}</h2>
      <p>
        {left === null ? t('allowanceUnread', { chain }) : allowanceText(left.units, token)}
        {left?.sources === 1 && <span class="faint"> · {t('allowanceOnce')}</span>}
      </p>
      <p class="faint numbers">
        <span title={spender}>{t('allowanceTo', { name, address: shortHex(spender) })}</span>
        {isOthers && <span title={owner}> · {t('allowanceOwner', { address: shortHex(owner) })}</span>}
      </p>
      <Act app={app} model={model} line={line} />
    </section>
  )
}

function Act({ app, model, line }: Shown) {
  const { orderId, kind, left, inTheWay, token } = line
  const opened = model.opened.value
  if (opened?.orderId === orderId) {
    const order = opened.model.order.value
    if (order !== null)
      return <RevokePanel app={app} model={opened.model} order={order} isOffered={left?.units !== '0'} />
  }
  if (left?.units === '0') return null
  if (inTheWay !== null) return <p class="hint">{t(`allowanceNot_${inTheWay}`)}</p>
  return (
    <button
      type="button"
      class="secondary"
      data-testid="allowance-revoke"
      aria-label={t('allowanceRevokeNamed', {
        symbol: token.symbol,
        name: spenderName(kind),
        chain: app.start.chainName(token.chainId),
      })}
      disabled={model.busy.value !== null}
      onClick={() => void model.revoke(orderId)}
    >
      {t('revokeOpen')}
    </button>
  )
}
