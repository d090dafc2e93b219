import type { AppModel } from '../../lib/models/app-model.ts'
import type { OrderModel } from '../../lib/models/order-model.ts'
import { asksRevoke, mayRevoke, revocationOf, watchesRevoke } from '../../lib/order/allowances.ts'
import { leftAllowance } from '../../lib/order/left-allowance.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { Problem } from '../parts/Problem.tsx'
import { t } from '../parts/text.ts'
import { allowanceText } from '../settings/allowance-text.ts'
import { spenderName } from '../settings/spender-name.ts'
import { RevokeReview } from './RevokeReview.tsx'
import { TransactionLink } from './TransactionLink.tsx'
import { WaitingPanel } from './WaitingPanel.tsx'

interface Shown {
  readonly app: AppModel
  readonly model: OrderModel
  readonly order: OrderView
  /** Whether it is offered here; left out, where the person wanted it or the swap took nothing. */
  readonly isOffered?: boolean
}

/** Shows what a swap that is over lets its contract still take, taken back: offered, reviewed, asked, awaited, told. */
export function RevokePanel({ app, model, order, isOffered = isWanted(order) }: Shown) {
  if (asksRevoke(order)) return <WaitingPanel app={app} model={model} order={order} />
  const sent = revocationOf(order)
  if (watchesRevoke(order) && sent !== null) {
    return (
      <p class="hint" role="status" data-testid="revoke-sent">
        <span>
          {t('revokeSent')} <TransactionLink app={app} chainId={sent.chainId} hash={sent.hash} />
        </span>
      </p>
    )
  }
  const { review, problem, busy, open } = model.revocation
  if (review.value !== null && mayRevoke(order)) return <RevokeReview app={app} model={model} order={order} />
  return (
    <>
      <Told app={app} order={order} />
      {problem.value !== null && <Problem problem={problem.value} tone="warning" />}
      {isOffered && mayRevoke(order) && (
        <>
          {order.revokeAfter === true && (
            <p class="hint" data-testid="revoke-wanted">
              {t('revokeWanted', { name: spenderName(order.kind), symbol: order.reviewed.inputToken.symbol })}
            </p>
          )}
          <button
            type="button"
            class="secondary"
            data-testid="revoke-open"
            disabled={busy.value !== null}
            aria-busy={busy.value !== null}
            onClick={() => void open()}
          >
            {busy.value === null ? t('revokeOpen') : t('revokeChecking')}
          </button>
        </>
      )}
    </>
  )
}

function isWanted(order: OrderView): boolean {
  const isAsked = order.revokeAfter === true || leftAllowance(order) !== null
  return isAsked && order.revoking?.leftUnits !== '0'
}

/** What came of the last try, by the chain's word. */
function Told({ app, order }: { app: AppModel; order: OrderView }) {
  const { revoking, reviewed, kind } = order
  if (revoking?.state !== 'over') return null
  if (revoking.problem !== null) return <Problem problem={revoking.problem} tone="warning" />
  const facts = {
    chain: app.start.chainName(reviewed.ask.originChainId),
    symbol: reviewed.inputToken.symbol,
    name: spenderName(kind),
    time: new Date(revoking.atMs).toLocaleString(),
  }
  const { leftUnits } = revoking
  if (leftUnits === '0') {
    return (
      <p class="hint good" role="status" data-testid="revoked">
        {t('revoked', facts)}
      </p>
    )
  }
  const amount = leftUnits === null ? null : allowanceText(leftUnits, reviewed.inputToken)
  return (
    <p class="hint warning" role="status" data-testid="revoke-left">
      {amount === null ? t('revokeUnread', facts) : t('revokeLeft', { ...facts, amount })}
    </p>
  )
}
