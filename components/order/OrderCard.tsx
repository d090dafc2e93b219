import { depositPhaseOf } from '../../lib/order/describe-deposit.ts'
import { isAwaitingRefund } from '../../lib/order/describe-money.ts'
import { isApprovalLost } from '../../lib/order/describe-notes.ts'
import type { OrderDescription } from '../../lib/order/description.ts'
import { isInSet } from '../../lib/order/order-state.ts'
import { statusCodes } from '../../lib/service/status-codes.ts'
import { Drawing } from '../parts/FormIcon.tsx'
import { Icon } from '../parts/Icon.tsx'
import { writeText } from '../parts/text.ts'
import { WalletMark } from '../parts/WalletMark.tsx'
import { AddToken } from './AddToken.tsx'
import { Crossing } from './Crossing.tsx'
import { DepositBody } from './DepositBody.tsx'
import { ExitPanel } from './ExitPanel.tsx'
import { Notes, Paragraphs, WalletNotFound } from './Notes.tsx'
import { SupportNote, TurnOnNotices } from './OrderActions.tsx'
import { OrderProof } from './OrderProof.tsx'
import { InboxAddress, OfferTable, RefundTime } from './order-bodies.tsx'
import type { OrderProps } from './order-props.ts'
import { Receipt } from './Receipt.tsx'
import { WalletRequestCard } from './WalletRequestCard.tsx'

type Look = 'wallet' | 'between' | 'deposit' | 'crossing' | 'offer' | 'done' | 'stopping' | 'words'

/** What the card shows in addition to its words. */
function lookOf({ order, description }: Pick<OrderProps, 'order' | 'description'>): Look {
  switch (description.phase) {
    case 'wallet':
      return isApprovalLost(order) ? 'words' : 'wallet'
    case 'offer':
    case 'done':
    case 'stopping':
      return description.phase
    case 'running':
      if (isInSet(order.state, 'unsigned')) return 'between'
      if (description.progress !== null) return 'crossing'
      return order.restored === true || order.state !== 'deposit_awaited' ? 'words' : 'deposit'
    default:
      return 'words'
  }
}

const testIds: { readonly [look in Look]: string } = {
  wallet: 'waiting-screen',
  between: 'between',
  deposit: 'deposit-panel',
  crossing: 'crossing',
  offer: 'offer',
  done: 'order-done',
  stopping: 'stopping',
  words: 'order-outcome',
}

/** The one card of an order: what became of it, where the money is, and what to do. */
export function OrderCard(props: OrderProps) {
  const { app, model, order, description } = props
  const look = lookOf(props)
  if (look === 'wallet') {
    return (
      <WalletRequestCard app={app} model={model} order={order}>
        <Notes notes={description.notes} omits="waiting-silent" />
      </WalletRequestCard>
    )
  }
  const exits = order.restored !== true
  return (
    <section
      class={`${cardClass(look)} breaks order-card`}
      data-testid={testIds[look]}
      data-tone={description.tone}
      data-place={description.money.place}
      data-phase={depositPhaseOf(order, app.nowMs.value) ?? undefined}
    >
      {look === 'between' && (
        <span class="waiting-mark" aria-hidden="true">
          <WalletMark wallet={order.wallet ?? { name: '', iconUrl: null }} />
        </span>
      )}
      {look === 'done' ? (
        <>
          <Receipt app={app} order={order} description={description} />
          <AddToken app={app} model={model} order={order} />
        </>
      ) : (
        <Words order={order} description={description} look={look} />
      )}
      {description.progress !== null && (
        <Crossing key={order.id} app={app} order={order} progress={description.progress} />
      )}
      {look === 'offer' && <OfferTable order={order} />}
      {(look === 'deposit' || description.phase === 'refunded') && (
        <DepositBody app={app} order={order} description={description} />
      )}
      <Notes
        notes={description.notes}
        action={description.actions.includes('turnOnNotices') && <TurnOnNotices app={app} />}
      />
      {order.restored === true && <InboxAddress app={app} order={order} />}
      {!model.isWalletFound.value && <WalletNotFound />}
      {isAwaitingRefund(order, app.nowMs.value) && (
        <RefundTime app={app} order={order} refunds={model.refundExperience.value} />
      )}
      {look !== 'done' && <OrderProof order={order} description={description} />}
      {exits && <ExitPanel kind="withdraw" app={app} model={model} order={order} description={description} />}
      <ExitPanel kind="revoke" app={app} model={model} order={order} description={description} />
      {exits && !description.isCancelInDetails && (
        <ExitPanel kind="cancel" app={app} model={model} order={order} description={description} />
      )}
      <SupportNote app={app} model={model} order={order} description={description} />
    </section>
  )
}

/** A card that is only words begins with the outcome. The others are centered around a picture. */
function cardClass(look: Look): string {
  // The receipt is the only card of a swap that is complete.
  if (look === 'done') return 'stack loose center'
  // Like the card of the wallet request before and after it.
  if (look === 'between') return 'card stack center waiting'
  return look === 'crossing' ? 'card stack loose center' : 'card stack loose'
}

/** The words of a card. A screen reader announces them when the swap waits for the person or has failed. */
function Words({ order, description, look }: Pick<OrderProps, 'order' | 'description'> & { look: Look }) {
  const { problem } = order
  const { time = null } = description.progress ?? {}
  const isAlert = ['needsUser', 'unknown', 'offer', 'wallet'].includes(description.phase) || problem !== null
  const isLive = look === 'stopping' || look === 'deposit'
  const isLate = look === 'crossing' && time?.kind === 'late'
  const heading = (
    <h2 class={titleClass(look, description)} data-testid={look === 'crossing' ? 'crossing-now' : undefined}>
      {isOutcome(look, description) && <OutcomeIcon order={order} description={description} />}
      <span {...(time?.kind === 'late' ? { 'data-testid': 'time-left', 'data-kind': 'late' } : {})}>
        {writeText(description.title)}
      </span>
    </h2>
  )
  return (
    <div class="stack tight order-words" role={isAlert ? 'alert' : isLive ? 'status' : undefined}>
      {/* Of a late swap, the place of the money counts more than the time. */}
      {!isLate && heading}
      {description.money.text !== null && (
        <p class={isOutcome(look, description) ? 'big numbers' : 'numbers'} data-testid="order-money">
          <b>{writeText(description.money.text)}</b>
        </p>
      )}
      {isLate && heading}
      <div
        class={look === 'crossing' ? 'line tight wrap faint' : 'stack tight faint'}
        {...(problem === null ? {} : { 'data-testid': 'problem', 'data-code': problem.code })}
      >
        <Paragraphs texts={description.body} />
        {description.next !== null && <p data-testid="problem-next">{writeText(description.next)}</p>}
      </div>
    </div>
  )
}

/** The card says how a swap ended, what it needs, or what went wrong. */
function isOutcome(look: Look, { tone }: OrderDescription): boolean {
  return ['words', 'stopping', 'offer'].includes(look) || (look === 'deposit' && tone === 'warning')
}

/** The place of the money, and the figures of a new price, count more than the title. */
function isMoneyFirst({ phase, money }: OrderDescription): boolean {
  return phase === 'offer' || money.text !== null
}

/** Red only where money may be lost. */
function titleClass(look: Look, description: OrderDescription): string | undefined {
  const { tone } = description
  const tones = [tone === 'failure' ? 'tone-danger' : tone === 'warning' ? 'tone-warning' : '']
  if (isOutcome(look, description))
    return [isMoneyFirst(description) ? 'line' : 'big line', ...tones].join(' ').trim()
  if (look === 'between') return 'big'
  return look === 'crossing' ? tones.join('') || undefined : undefined
}

const clockPath = 'M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM10 6.5V10l2.5 1.8'
const stoppedPath = 'M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zm-2.2-8.7 4.4 4.4m0-4.4-4.4 4.4'

/** A crossed circle for a swap that was stopped, canceled or rejected, a clock for one that expired or waits. */
function OutcomeIcon({
  order: { statusCode },
  description: { tone, phase },
}: Pick<OrderProps, 'order' | 'description'>) {
  if (phase === 'refunded') return <Icon name="refund" />
  if (tone !== 'neutral' && tone !== 'progress') return <Icon name="warning" />
  const isTime = tone === 'progress' || phase === 'unused' || statusCode === statusCodes.expired
  return <Drawing path={isTime ? clockPath : stoppedPath} />
}
