import type { OrderView } from '../lib/message/view-map.ts'
import type { AppModel } from '../lib/model/app-model.ts'
import type { OrderModel } from '../lib/model/order-model.ts'
import { asksRevoke, mayRevoke, revocationOf, watchesRevoke } from '../lib/swap/allowances.ts'
import { leftAllowance } from '../lib/swap/left-allowance.ts'
import { allowanceText } from './allowance-text.ts'
import { Problem } from './Problem.tsx'
import { RevokeReview } from './RevokeReview.tsx'
import { spenderName } from './spender-name.ts'
import { TransactionLink } from './TransactionLink.tsx'
import { t } from './text.ts'
import { WaitingPanel } from './WaitingPanel.tsx'

interface Shown {
  readonly app: AppModel
  readonly model: OrderModel
  readonly order: OrderView
  /** Whether it is offered here; left out, where the person wanted it or the swap took nothing. */
  readonly isOffered?: boolean
}

/** What a swap that is over lets its contract still take, taken back: offered, reviewed, asked, awaited, told. */
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
