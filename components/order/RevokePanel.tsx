import type { RefObject } from 'preact'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { OrderModel } from '../../lib/models/order-model.ts'
import {
  canRevoke,
  findApprovalAfterRevoke,
  findRevocation,
  hasRevokeRequest,
  isRevokePending,
  type RevokeTerms,
  remainingAllowance,
} from '../../lib/order/allowances.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { CopyButton } from '../parts/CopyButton.tsx'
import { aboutCostOf, formatCostInDollars, shortenHex } from '../parts/format.ts'
import { slot, TextWithSlot, TransactionLink } from '../parts/IdFact.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { usePanelFocus } from '../parts/ScreenHeader.tsx'
import { t } from '../parts/text.ts'
import { SimulationNote } from '../review/SimulationNote.tsx'
import { OpenRequestHint } from './NeedsUserPanel.tsx'
import { allowanceText, exitNextStep, spenderName } from './order-words.ts'
import { WaitingPanel } from './WaitingPanel.tsx'

interface Shown {
  readonly app: AppModel
  readonly model: OrderModel
  readonly order: OrderView
  /**
   * Overrides the default, which is to offer the revocation if the person requested it or the swap took
   * nothing.
   */
  readonly isOffered?: boolean
}

export function RevokePanel({ app, model, order, isOffered }: Shown) {
  const { review, problem, busy, open } = model.revocation
  const isOpen = review.value !== null && canRevoke(order)
  const focus = usePanelFocus(isOpen)
  if (hasRevokeRequest(order)) return <WaitingPanel app={app} model={model} order={order} />
  const sent = findRevocation(order)
  if (isRevokePending(order) && sent !== null) {
    return (
      <p class="hint" role="status" data-testid="revoke-sent">
        <span>
          <TextWithSlot text={t('revokeSent', { transaction: slot })}>
            <TransactionLink app={app} chainId={sent.chainId} hash={sent.hash} />
          </TextWithSlot>
        </span>
      </p>
    )
  }
  if (isOpen) return <RevokeReview app={app} model={model} order={order} title={focus.title} />
  return (
    <>
      <RevokeResult app={app} order={order} />
      {problem.value !== null && (
        <ProblemNotice
          problem={problem.value}
          tone="warning"
          omitsMoney
          whatToDo={exitNextStep(problem.value)}
        />
      )}
      {/* The swap's own screen shows this elsewhere. */}
      {isOffered !== undefined && <OpenRequestHint app={app} order={order} />}
      {(isOffered ?? isRevokeRequested(order)) && canRevoke(order) && (
        <>
          {order.revokeAfter === true && (
            <p class="hint" data-testid="revoke-wanted">
              {t('revokeWanted', { name: spenderName(order.kind), symbol: order.reviewed.inputToken.symbol })}
            </p>
          )}
          <button
            ref={focus.opener}
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

function isRevokeRequested(order: OrderView): boolean {
  const isOpen = order.revokeAfter === true && order.revoking?.leftUnits !== '0'
  return isOpen || remainingAllowance(order) !== null
}

function RevokeResult({ app, order }: { app: AppModel; order: OrderView }) {
  const { revoking, reviewed, kind } = order
  if (revoking?.state !== 'over') return null
  const { problem } = revoking
  if (problem !== null)
    return <ProblemNotice problem={problem} tone="warning" omitsMoney whatToDo={exitNextStep(problem)} />
  const facts = {
    chain: app.start.chainName(reviewed.request.originChainId),
    symbol: reviewed.inputToken.symbol,
    name: spenderName(kind),
    time: new Date(revoking.atMs).toLocaleString(),
  }
  const { leftUnits } = revoking
  const after = findApprovalAfterRevoke(order)
  if (after !== null) {
    const amount = allowanceText(after.units, reviewed.inputToken)
    return (
      <p class="hint warning" role="status" data-testid="revoke-returned">
        {t(after.isShown ? 'revokeReturned' : 'revokeMayReturn', { ...facts, amount })}
      </p>
    )
  }
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

/** Shows the revocation exactly as it was checked, before the wallet request. */
function RevokeReview({ app, model, order, title }: Shown & { title: RefObject<HTMLHeadingElement | null> }) {
  const { review, busy, close, confirm } = model.revocation
  const terms = review.value
  if (terms === null) return null
  const { inputToken, request } = order.reviewed
  const name = spenderName(order.kind)
  return (
    <section class="card" aria-labelledby="revoke-label" data-testid="revoke-review">
      <div role="status">
        <h2 id="revoke-label" ref={title} tabIndex={-1}>
          {t('revokeTitle', { chain: app.start.chainName(request.originChainId) })}
        </h2>
        <p>{t('revokeWhat', { name, symbol: inputToken.symbol })}</p>
      </div>
      <dl class="facts">
        <Address label={t('revokeTo')} text={request.inputToken} />
        <Address label={name} text={terms.spender} />
        <div>
          <dt>{t('revokeNow')}</dt>
          <dd>{allowanceText(terms.leftUnits, inputToken)}</dd>
        </div>
        <div>
          <dt>{t('revokeCosts')}</dt>
          <dd>{gasText(app, terms, request.originChainId)}</dd>
        </div>
      </dl>
      <SimulationNote
        app={app}
        of="revoke"
        simulation={terms.simulation}
        chainId={request.originChainId}
        tokens={[inputToken]}
      />
      <div class="buttons">
        <button
          type="button"
          class="primary"
          data-testid="revoke-confirm"
          disabled={busy.value !== null}
          onClick={() => void confirm()}
        >
          {t('cancelAsk')}
        </button>
        <button type="button" class="secondary" data-testid="revoke-not" onClick={close}>
          {t('revokeNot')}
        </button>
      </div>
    </section>
  )
}

function Address({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code title={text}>{shortenHex(text)}</code>
        <CopyButton label={t('copyNamed', { name: label })} read={() => text} />
      </dd>
    </div>
  )
}

/** The gas cost in dollars, or in the chain's own currency when no price is known. */
function gasText(app: AppModel, { gasInUsd, gasUnits }: RevokeTerms, chainId: number): string {
  const chain = app.start.chainOf(chainId)
  if (gasInUsd !== null) return t('gasAbout', { amount: formatCostInDollars(gasInUsd) })
  return chain === undefined
    ? t('gasUnknown')
    : t('gasAtMost', { amount: aboutCostOf(gasUnits, chain.currency) })
}
