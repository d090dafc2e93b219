import { formatUnits } from '../../lib/base/decimal.ts'
import { isolated } from '../../lib/base/isolate.ts'
import type { ProblemData } from '../../lib/base/problem.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { leftAllowance } from '../../lib/order/allowances.ts'
import { isRefundThere, isStillAsked, paidToken, refundChainOf } from '../../lib/order/order-facts.ts'
import { isVerified, orderPhase } from '../../lib/order/order-state.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { isSuccess } from '../../lib/service/status-codes.ts'
import { grouped, moneyOf } from '../parts/format.ts'
import { Icon } from '../parts/Icon.tsx'
import { Problem } from '../parts/Problem.tsx'
import { t } from '../parts/text.ts'
import { spenderName } from '../settings/spender-name.ts'
import { Done } from './Done.tsx'
import { nextStep } from './order-words.ts'

/** The words for ends at which nothing has moved. */
const nothingMoved = {
  stopped: { title: 'stoppedTitle', money: 'stoppedMoney' },
  unused: { title: 'unusedTitle', money: 'unusedMoney' },
  cancelled: { title: 'cancelledTitle', money: 'cancelledMoney' },
} as const

/** Shows how a swap ended: what arrived against what was promised, or why it failed and where the money is. */
export function OrderResult({ app, order }: { app: AppModel; order: OrderView }) {
  const phase = orderPhase(order)
  const evidence = <OrderEvidence order={order} />
  if (phase === 'done') {
    return (
      <Done app={app} order={order}>
        {evidence}
      </Done>
    )
  }
  if (phase === 'stopped' || phase === 'unused' || phase === 'cancelled') {
    return (
      <>
        {order.problem !== null && (
          <Problem problem={order.problem} tone="warning" isPlaceless next={nextStep(order, order.problem)} />
        )}
        <section class="result quiet">
          <h2>{t(nothingMoved[phase].title)}</h2>
          <p>{t(nothingMoved[phase].money)}</p>
          {isStillAsked(order) && <p data-testid="still-asked">{t('stillAsked')}</p>}
        </section>
        {phase === 'cancelled' && evidence}
      </>
    )
  }
  const { problem } = order
  return (
    <>
      {problem !== null && (
        <Problem
          problem={phase === 'refunded' ? onChain(app, order, problem) : problem}
          tone={phase === 'refunded' ? 'warning' : 'danger'}
          next={nextStep(order, problem)}
        />
      )}
      {phase === 'refunded' && <CameBack app={app} order={order} />}
      {evidence}
    </>
  )
}

/** The words for a refund, with the name of the chain it is on. */
function onChain(app: AppModel, order: OrderView, problem: ProblemData): ProblemData {
  return { ...problem, facts: { ...problem.facts, chain: app.start.chainName(refundChainOf(order)) } }
}

/** What is back, in the chain's own figure. */
function CameBack({ app, order }: { app: AppModel; order: OrderView }) {
  const { evidence } = order
  const token = evidence === undefined ? null : paidToken(evidence, order.reviewed)
  if (!isVerified(order) || evidence === undefined || token === null) return null
  const amount = moneyOf(evidence.units, token)
  const chain = app.start.chainName(evidence.chainId)
  return (
    <p class="hint good">
      {t(isRefundThere(order) ? 'refundedThereTitle' : 'refundedTitle', { amount, chain })}
    </p>
  )
}

/** Shows whose word an end is: read on chain, and by how many, or only reported, and what the chain says to that. */
function OrderEvidence({ order }: { order: OrderView }) {
  const isProven = isVerified(order)
  const { evidence, doubt } = order
  return (
    <p class="evidence" data-testid="evidence" data-verified={isProven} data-doubt={doubt ?? ''}>
      <Icon name={isProven ? 'check' : 'history'} />
      <span>
        {t(isProven ? 'verified' : 'reported')}
        {isProven && evidence !== undefined && (
          <span class="evidence-more">
            {t('verifiedBy', { count: String(evidence.sources), block: evidence.blockNumber })}
          </span>
        )}
        {!isProven && doubt !== undefined && <span class="evidence-more">{doubtText(order)}</span>}
      </span>
    </p>
  )
}

/** What the chain says to an end that is only reported; nothing where it was not read. */
function doubtText(order: OrderView): string {
  const { doubt, evidence, reviewed } = order
  if (doubt === undefined) return ''
  if (doubt === 'oneSource' || doubt === 'notNamed') return t(`doubt_${doubt}`)
  if (doubt === 'less' && evidence !== undefined) {
    const isBack = evidence.kind === 'refund'
    const token = paidToken(evidence, reviewed) ?? (isBack ? reviewed.inputToken : reviewed.outputToken)
    const amount = moneyOf(evidence.units, token)
    return t(isBack ? 'doubt_less_refunded' : 'doubt_less_done', { amount })
  }
  if (isSuccess(order.statusCode)) return t('doubt_notShown_done')
  return t(orderPhase(order) === 'refunded' ? 'doubt_notShown_refunded' : 'doubt_notShown')
}

/** Shows a swap that ended after its approval, with nothing taken: what may still be taken. */
export function LeftAllowance({ order }: { order: OrderView }) {
  const units = leftAllowance(order)
  if (units === null) return null
  const amount = moneyOf(units, order.reviewed.inputToken)
  return (
    <p class="hint warning" role="status" data-testid="left-allowance">
      {t('allowanceLeft', { amount, name: spenderName(order.kind) })}
    </p>
  )
}

/** Says that the swap went on by itself with a little less than was reviewed, as the review has said it might. */
export function WentOn({ order: { reviewed, wentOn } }: { order: OrderView }) {
  if (wentOn === undefined) return null
  const { symbol, decimals } = reviewed.outputToken
  // Exact: what is told may be a single unit.
  const exact = (units: string) => `${grouped(formatUnits(units, decimals))} ${isolated(symbol)}`
  return (
    <p class="hint" role="status" data-testid="went-on">
      {t('wentOn', { before: exact(reviewed.minAmountOut), now: exact(wentOn.minAmountOut) })}
    </p>
  )
}
