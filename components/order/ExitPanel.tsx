import type { RefObject } from 'preact'
import type { ExitKind } from '../../lib/order/exits/exit-rules.ts'
import { Icon } from '../parts/Icon.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { usePanelFocus } from '../parts/ScreenHeader.tsx'
import { t } from '../parts/text.ts'
import { SimulationNote } from '../review/SimulationNote.tsx'
import { ContractAddresses, WalletRequest, walletConfirmsText } from '../review/WalletRequest.tsx'
import { cancelExit } from './CancelExit.tsx'
import { type ExitDescription, type ExitProps, gasText } from './exit-parts.tsx'
import { exitNextStep } from './order-words.ts'
import { revokeExit } from './RevokeExit.tsx'
import { WalletRequestCard } from './WalletRequestCard.tsx'
import { withdrawExit } from './WithdrawExit.tsx'

const exits: { readonly [kind in ExitKind]: ExitDescription } = {
  cancel: cancelExit,
  withdraw: withdrawExit,
  revoke: revokeExit,
}

type PanelProps = ExitProps & { readonly kind: ExitKind }

/** One exit of an order: offered, reviewed, in the wallet, sent. */
export function ExitPanel({ kind, ...props }: PanelProps) {
  const { app, model, order } = props
  const exit = exits[kind]
  const isOffered = props.isOffered ?? props.description?.actions.includes(kind) === true
  const isOpen = isOffered && model.exits[kind].review.value !== null
  const { title, opener } = usePanelFocus(isOpen)
  if (exit.isRequested(order)) return <WalletRequestCard app={app} model={model} order={order} />
  const sent = exit.sentText(props)
  if (sent !== null) {
    return (
      <p class="hint" role="status" data-testid={`${kind}-sent`}>
        {sent}
      </p>
    )
  }
  if (isOpen) return <Review {...props} kind={kind} title={title} />
  return <Offer {...props} kind={kind} isShown={isOffered} opener={opener} />
}

function Offer({
  kind,
  isShown,
  opener,
  ...props
}: PanelProps & { isShown: boolean; opener: RefObject<HTMLButtonElement | null> }) {
  const { model, order } = props
  const { problem, busy, open } = model.exits[kind]
  const { Before, Card, openText } = exits[kind]
  if (Card !== null && !isShown) return null
  const content = (
    <>
      {Before !== null && <Before {...props} />}
      {problem.value !== null && (
        <ProblemNotice
          problem={problem.value}
          tone="warning"
          omitsMoney
          whatToDo={exitNextStep(problem.value)}
        />
      )}
      {isShown && (
        <button
          ref={opener}
          type="button"
          class={props.description?.mainAction === kind ? 'primary' : 'secondary'}
          data-testid={`${kind}-open`}
          disabled={busy.value !== null}
          aria-busy={busy.value !== null}
          onClick={() => void open()}
        >
          {busy.value === null ? openText(order) : t('checking')}
        </button>
      )}
    </>
  )
  return Card === null ? content : <Card {...props}>{content}</Card>
}

/** Shows the exit exactly as it was checked, before the wallet request. */
function Review({ kind, title, ...props }: PanelProps & { title: RefObject<HTMLHeadingElement | null> }) {
  const { app, model, order } = props
  const { busy, close, confirm, review: shown } = model.exits[kind]
  const exit = exits[kind]
  const review = shown.value
  if (review === null) return null
  const { originChainId } = order.reviewed.request
  const shownReview = { ...props, review }
  const { name, contracts } = exit.request(shownReview)
  const proved = review.simulation.kind === 'measured' ? null : exit.provedText(shownReview)
  return (
    <section class="exit stack" aria-labelledby={`${kind}-label`} data-testid={`${kind}-review`}>
      <div role="status">
        <h2 id={`${kind}-label`} ref={title} tabIndex={-1}>
          {exit.title(order, app.start.chainName(originChainId))}
        </h2>
        {exit.Why !== null && <exit.Why {...props} />}
      </div>
      {exit.Figures !== null && <exit.Figures {...shownReview} />}
      <div class="review-steps">
        <h3 class="label">{walletConfirmsText(app)}</h3>
        <ol class="steps">
          <WalletRequest name={name} gas={gasText(shownReview)}>
            <ContractAddresses contracts={contracts} />
          </WalletRequest>
        </ol>
      </div>
      {proved === null ? (
        <SimulationNote
          app={app}
          of={kind}
          simulation={review.simulation}
          chainId={originChainId}
          tokens={exit.simulatedTokens(order, review)}
        />
      ) : (
        <p class="hint passed">
          <Icon name="check" />
          <span>{proved}</span>
        </p>
      )}
      <div class="buttons">
        <button
          type="button"
          class="primary"
          data-testid={`${kind}-confirm`}
          disabled={busy.value !== null}
          onClick={() => void confirm()}
        >
          {exit.confirmText(order, review)}
        </button>
        <button type="button" class="secondary" data-testid={`${kind}-not`} onClick={close}>
          {exit.closeText(order)}
        </button>
      </div>
    </section>
  )
}
