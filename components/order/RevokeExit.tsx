import { momentText } from '../../lib/base/time-text.ts'
import {
  findPendingApproval,
  findRevocation,
  hasRevokeRequest,
  isRevokePending,
} from '../../lib/order/allowances.ts'
import { openRequestNotes } from '../../lib/order/describe-notes.ts'
import { slot, TextWithSlot, TransactionLink } from '../parts/IdFact.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { t } from '../parts/text.ts'
import type { ExitDescription, ExitProps, ReviewProps } from './exit-parts.tsx'
import { Notes } from './Notes.tsx'
import { allowanceText, exitProblemTexts, spenderName } from './order-words.ts'

/** Revokes the allowance of a swap that is over. */
export const revokeExit: ExitDescription = {
  isRequested: hasRevokeRequest,
  sentText({ app, order }) {
    const sent = isRevokePending(order) ? findRevocation(order) : null
    return sent === null ? null : (
      <span>
        <TextWithSlot text={t('revokeSent', { transaction: slot })}>
          <TransactionLink app={app} chainId={sent.chainId} hash={sent.hash} />
        </TextWithSlot>
      </span>
    )
  },
  Before,
  Card: null,
  openText: () => t('revokeOpen'),
  title: () => t('revokeOpen'),
  Why: null,
  figures: ({ order: { reviewed }, review }) => [
    [t('revokeNow'), allowanceText(review.amountUnits ?? '0', reviewed.inputToken)],
  ],
  Notes: null,
  request,
  provedText: () => null,
  simulatedTokens: ({ reviewed }) => [reviewed.inputToken],
  closeText: () => t('revokeNot'),
}

function Result({ app, model, order }: ExitProps) {
  const { revoking, reviewed, kind } = order
  if (revoking?.state !== 'over') return null
  const { problem } = revoking
  if (problem !== null)
    return <ProblemNotice problem={problem} omitsMoney {...exitProblemTexts(app, order, problem)} />
  const facts = {
    chain: app.start.chainName(reviewed.request.originChainId),
    symbol: reviewed.inputToken.symbol,
    name: spenderName(kind),
    time: momentText(revoking.atMs, app.nowMs.value),
  }
  // An approval may follow the revocation.
  const left = model.allowance.value?.left ?? null
  const isRead = left !== null || revoking.leftUnits !== null
  const units = left === null ? revoking.leftUnits : left.units
  const pending = findPendingApproval(order, app.nowMs.value)
  if (units === '0' && pending !== null) {
    const amount = allowanceText(pending.amountUnits, reviewed.inputToken)
    return (
      <p class="hint warning" role="status" data-testid="revoke-may-return">
        {t('revokeMayReturn', { ...facts, amount })}
      </p>
    )
  }
  if (units === '0') {
    return (
      <p class="hint good" role="status" data-testid="revoked">
        {t('revoked', facts)}
      </p>
    )
  }
  return (
    <p class="hint warning" role="status" data-testid="revoke-left">
      {isRead
        ? t('revokeLeft', { ...facts, amount: allowanceText(units, reviewed.inputToken) })
        : t('revokeUnread', facts)}
    </p>
  )
}

function Before(props: ExitProps) {
  const { app, order, description } = props
  const isOffered = props.isOffered ?? description?.actions.includes('revoke') === true
  const { inputToken } = order.reviewed
  return (
    <>
      <Result {...props} />
      {/* The swap's own screen shows this elsewhere. */}
      {props.isOffered !== undefined && <Notes notes={openRequestNotes(order, app.nowMs.value)} />}
      {isOffered && order.revokeAfter === true && (
        <p class="hint" data-testid="revoke-wanted">
          {t('revokeWanted', { name: spenderName(order.kind), symbol: inputToken.symbol })}
        </p>
      )}
    </>
  )
}

function request({ order: { kind, reviewed }, review }: ReviewProps) {
  const { symbol } = reviewed.inputToken
  return {
    name: t('revokeStep', { symbol }),
    contracts: [
      { name: t('revokeTo', { symbol }), address: reviewed.request.inputToken },
      { name: t('review_approve_to', { name: spenderName(kind) }), address: review.contract },
    ],
  }
}
