import { useLayoutEffect, useRef } from 'preact/hooks'
import { placeActions } from '../../lib/order/describe-actions.ts'
import { describeWalletRequest } from '../../lib/order/describe-wallet-request.ts'
import type { ExitView } from '../../lib/order/exits/exit-review.ts'
import type { ExitKind } from '../../lib/order/exits/exit-rules.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { Button } from '../parts/Button.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { Hint } from '../parts/Hint.tsx'
import { Fact } from '../parts/IdFact.tsx'
import { LabelledSection } from '../parts/LabelledSection.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { ScreenHeader } from '../parts/ScreenHeader.tsx'
import { t } from '../parts/text.ts'
import { SimulationNote } from '../review/SimulationNote.tsx'
import { ContractAddresses, WalletRequest, walletConfirmsText } from '../review/WalletRequest.tsx'
import { ExitButton, exits } from './ExitButton.tsx'
import { type ExitDescription, type ExitProps, gasText } from './exit-parts.tsx'
import { OrderDock } from './OrderActions.tsx'
import { descriptionContextOf, exitProblemTexts } from './order-words.ts'
import { WalletRequestCard } from './WalletRequestCard.tsx'

type PanelProps = ExitProps & { readonly kind: ExitKind }

const exitKinds: readonly ExitKind[] = ['withdraw', 'revoke', 'cancel']

const isOfferedIn = ({ isOffered, description }: ExitProps, kind: ExitKind) =>
  isOffered ?? description?.actions.includes(kind) === true

/** Returns the exit that takes the whole screen: it is reviewed, or its wallet request is open. */
export function findOpenExit(props: ExitProps): ExitKind | null {
  const { model, order } = props
  // A restored order has no exits.
  if (order.restored === true) return null
  const isOpen = (kind: ExitKind) =>
    exits[kind].isRequested(order) ||
    (isOfferedIn(props, kind) &&
      model.exits[kind].review.value !== null &&
      exits[kind].sentText(props) === null)
  return exitKinds.find(isOpen) ?? null
}

/** After an exit leaves the screen, focuses the button that opened it, if it is there. */
export function useExitFocus(kind: ExitKind | null): void {
  const last = useRef(kind)
  useLayoutEffect(() => {
    const left = kind === null ? last.current : null
    last.current = kind
    if (left !== null) document.querySelector<HTMLElement>(`[data-testid="${left}-open"]`)?.focus()
  }, [kind])
}

/** One exit of an order in its card: offered or sent. */
export function ExitPanel({ kind, ...props }: PanelProps) {
  const sent = exits[kind].sentText(props)
  if (sent !== null) {
    return (
      <p class="hint" role="status" data-testid={`${kind}-sent`}>
        {sent}
      </p>
    )
  }
  const { model, order, description } = props
  const { problem } = model.exits[kind]
  const { Before, Card } = exits[kind]
  const isShown = isOfferedIn(props, kind)
  if (Card !== undefined && !isShown) return null
  const isBoxed = problem.value !== null || kind === 'revoke'
  const button = isShown && !(description && placeActions(description).dock.includes(kind)) && (
    <ExitButton kind={kind} model={model} order={order} look={isBoxed ? 'secondary' : 'plain'} />
  )
  const free = problem.value === null && button
  const content = (
    <>
      {Before === undefined ? free : <Before {...props} button={free} />}
      {problem.value !== null && (
        <ProblemNotice
          problem={problem.value}
          omitsMoney
          actions={button}
          {...exitProblemTexts(props.app, order, problem.value)}
        />
      )}
    </>
  )
  return Card === undefined ? content : <Card {...props}>{content}</Card>
}

/** The whole screen of an exit: its review, then its wallet request. */
export function ExitScreen({ kind, ...props }: PanelProps) {
  const { app, model, order } = props
  const { busy, close, review } = model.exits[kind]
  const exit = exits[kind]
  const isRequested = exit.isRequested(order)
  return (
    <>
      <ScreenHeader
        key={kind}
        title={titleOf(exit, order, review.value)}
        onBack={isRequested ? app.back : close}
        ignoresEscape={isRequested || busy.value !== null}
      />
      {isRequested ? (
        <RequestedExit app={app} model={model} order={order} />
      ) : (
        <Review {...props} kind={kind} />
      )}
    </>
  )
}

const titleOf = (exit: ExitDescription, order: OrderView, review: ExitView | null) =>
  exit.title?.(order, review) ?? exit.openText(order)

function RequestedExit(props: Pick<ExitProps, 'app' | 'model' | 'order'>) {
  const { app, order } = props
  const { actions } = describeWalletRequest(order, descriptionContextOf(app))
  const mainAction = actions.includes('showWallet') ? 'showWallet' : null
  return (
    <>
      <main class="scroll">
        <WalletRequestCard {...props} />
      </main>
      <OrderDock {...props} description={{ actions, mainAction }} />
    </>
  )
}

/** Shows the exit exactly as it was checked, before the wallet request. */
function Review({ kind, ...props }: PanelProps) {
  const { app, model, order } = props
  const { busy, close, confirm, review: shown } = model.exits[kind]
  const exit = exits[kind]
  const review = shown.value
  if (review === null) return null
  const { originChainId, userAddress } = order.reviewed.request
  const shownReview = { ...props, review }
  const { name, contracts } = exit.request(shownReview)
  const proved = review.simulation.kind === 'measured' ? undefined : exit.provedText?.()
  return (
    <>
      <main class="scroll" data-testid={`${kind}-review`}>
        {exit.Why && <exit.Why {...props} />}
        {review.gasProblem !== null && (
          <ProblemNotice
            problem={review.gasProblem}
            omitsMoney
            actions={
              <CopyButton label={t('copyOwnAddress')} read={() => userAddress ?? ''} labelClass="secondary" />
            }
            {...exitProblemTexts(app, order, review.gasProblem)}
          />
        )}
        <section class="card stack">
          <dl class="facts">
            {exit.figures?.(shownReview).map(([term, value]) => (
              <Fact key={term} name={term}>
                <span class="tone-strong">{value}</span>
              </Fact>
            ))}
            <Fact name={t('chain')}>{app.start.chainName(originChainId)}</Fact>
          </dl>
          {exit.Notes && <exit.Notes {...shownReview} />}
        </section>
        <LabelledSection id={kind} title={walletConfirmsText(app)} look="card review-steps">
          <ol class="steps">
            <WalletRequest name={name} gas={gasText(shownReview)}>
              <ContractAddresses contracts={contracts} />
            </WalletRequest>
          </ol>
          {proved === undefined ? (
            <SimulationNote
              app={app}
              of={kind}
              simulation={review.simulation}
              chainId={originChainId}
              tokens={exit.simulatedTokens?.(order, review) ?? []}
            />
          ) : (
            <Hint tone="passed">{proved}</Hint>
          )}
        </LabelledSection>
      </main>
      <footer class="foot-bar">
        <div class="buttons">
          <Button look="primary" testId={`${kind}-confirm`} isBusy={busy.value !== null} onPress={confirm}>
            {titleOf(exit, order, review)}
          </Button>
          <Button look="secondary" testId={`${kind}-not`} isDisabled={busy.value !== null} onPress={close}>
            {exit.closeText(order)}
          </Button>
        </div>
      </footer>
    </>
  )
}
