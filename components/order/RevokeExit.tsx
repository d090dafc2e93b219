import type { ComponentChildren } from 'preact'
import { momentText } from '../../lib/base/time-text.ts'
import { findPendingApproval, findRevocation, isRevokePending } from '../../lib/order/allowances.ts'
import { openRequestNotes } from '../../lib/order/describe-notes.ts'
import { hasRequestFor } from '../../lib/order/order-facts.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { slot, TextWithSlot, TransactionLink } from '../parts/IdFact.tsx'
import { Notice } from '../parts/Notice.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { t } from '../parts/text.ts'
import type { ExitDescription, ExitProps, ReviewProps } from './exit-parts.tsx'
import { Notes } from './Notes.tsx'
import { allowanceText, exitProblemTexts, spenderName } from './order-words.ts'

/** Revokes the allowance of a swap that is over. */
export const revokeExit: ExitDescription = {
  isRequested: (order) => hasRequestFor(order, 'revoke'),
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
  openText: () => t('revokeOpen'),
  figures: ({ order: { reviewed }, review }) => [
    [t('revokeNow'), allowanceText(review.amountUnits ?? '0', reviewed.inputToken)],
  ],
  request,
  simulatedTokens: ({ reviewed }) => [reviewed.inputToken],
  closeText: () => t('revokeNot'),
}

type BeforeProps = ExitProps & { readonly button: ComponentChildren }

function Before({ button, ...props }: BeforeProps) {
  const { app, order } = props
  const { kind, reviewed, revoking } = order
  const problem = revoking?.state === 'over' ? revoking.problem : null
  const isOffered = props.isOffered ?? props.description?.actions.includes('revoke') === true
  return (
    <>
      {problem !== null && (
        <ProblemNotice problem={problem} omitsMoney {...exitProblemTexts(app, order, problem)} />
      )}
      {/* The swap's own screen shows this elsewhere. */}
      {props.isOffered !== undefined && <Notes notes={openRequestNotes(order, app.nowMs.value)} />}
      {isOffered && order.revokeAfter === true && (
        <p class="hint" data-testid="revoke-wanted">
          {t('revokeWanted', { name: spenderName(kind), symbol: reviewed.inputToken.symbol })}
        </p>
      )}
      {revoking?.state === 'over' && problem === null ? (
        <Result {...props} revoking={revoking} button={button} />
      ) : (
        <Remaining {...props} button={button} />
      )}
    </>
  )
}

/** What the revocation left. An approval may follow it. */
function Result({
  app,
  model,
  order,
  revoking,
  button,
}: BeforeProps & { revoking: NonNullable<OrderView['revoking']> }) {
  const { reviewed, kind } = order
  const { inputToken, request } = reviewed
  const facts = {
    chain: app.start.chainName(request.originChainId),
    symbol: inputToken.symbol,
    name: spenderName(kind),
    time: momentText(revoking.atMs, app.nowMs.value),
  }
  const left = model.allowance.value?.left ?? null
  const isRead = left !== null || revoking.leftUnits !== null
  const units = left === null ? revoking.leftUnits : left.units
  const pending = findPendingApproval(order, app.nowMs.value)
  if (units === '0' && pending === null) {
    return (
      <p class="hint good" role="status" data-testid="revoked">
        {t('revoked', facts)}
      </p>
    )
  }
  return units === '0' && pending !== null ? (
    <Box testId="revoke-may-return" button={button}>
      {t('revokeMayReturn', { ...facts, amount: allowanceText(pending.amountUnits, inputToken) })}
    </Box>
  ) : (
    <Box testId="revoke-left" button={button}>
      {isRead
        ? t('revokeLeft', { ...facts, amount: allowanceText(units, inputToken) })
        : t('revokeUnread', facts)}
    </Box>
  )
}

/** The allowance that the chain still shows for a swap that is over. The list of approvals shows it in its own row. */
function Remaining({ app, model, order: { reviewed, kind }, isOffered, button }: BeforeProps) {
  const allowance = model.allowance.value
  if (isOffered !== undefined || allowance === null || allowance.left?.units === '0') return button
  return (
    <Box testId="left-allowance" button={button}>
      {allowance.left === null
        ? t('allowanceUnread', { chain: app.start.chainName(reviewed.request.originChainId) })
        : t('allowanceLeft', {
            amount: allowanceText(allowance.left.units, reviewed.inputToken),
            name: spenderName(kind),
          })}
    </Box>
  )
}

/** A warning with the button that ends its cause. */
function Box({
  testId,
  button,
  children,
}: Pick<BeforeProps, 'button'> & { testId: string; children: string }) {
  return <Notice tone="warning" role="status" data-testid={testId} text={children} actions={button} />
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
