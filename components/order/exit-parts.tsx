import type { ComponentChildren, FunctionComponent } from 'preact'
import type { OrderDescription } from '../../lib/order/description.ts'
import type { ExitView } from '../../lib/order/exits/exit-review.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import type { Token } from '../../lib/service/token.ts'
import { aboutCostOf, formatCostInDollars } from '../parts/amount-text.ts'
import { t } from '../parts/text.ts'
import type { NamedAddress } from '../review/WalletRequest.tsx'
import type { OrderProps } from './order-props.ts'

export interface ExitProps extends Omit<OrderProps, 'description'> {
  /**
   * Overrides the description of the order: the list of approvals offers a revocation where an allowance is left.
   */
  readonly isOffered?: boolean
  /** What the screen of the order offers. Absent in the list of approvals. */
  readonly description?: Pick<OrderDescription, 'actions' | 'mainAction'>
}

export type ReviewProps = ExitProps & { readonly review: ExitView }

/** What the panel of one exit says. */
export interface ExitDescription {
  /** Whether its wallet request is open. */
  readonly isRequested: (order: OrderView) => boolean
  /** The text while its transaction is pending. Null if none is. */
  readonly sentText: (props: ExitProps) => ComponentChildren | null
  /** What stands above the button or around it; displayed although nothing is offered, too. */
  readonly Before?: FunctionComponent<ExitProps & { readonly button: ComponentChildren }>
  readonly Card?: FunctionComponent<ExitProps & { readonly children: ComponentChildren }>
  readonly openText: (order: OrderView) => string
  /**
   * The title of its screen and the button that confirms it; default: `openText`. No review: the wallet has the request.
   */
  readonly title?: (order: OrderView, review: ExitView | null) => string
  /** Absent where the wallet request says it all. */
  readonly Why?: FunctionComponent<ExitProps>
  /** The amounts that it changes, above the wallet request. */
  readonly figures?: (props: ReviewProps) => readonly (readonly [term: string, value: string])[]
  readonly Notes?: FunctionComponent<ReviewProps>
  /** The one wallet request: its name, and the contracts that the wallet shows. */
  readonly request: (props: ReviewProps) => {
    readonly name: string
    readonly contracts: readonly NamedAddress[]
  }
  /** What the review has proved, where its simulation measured no tokens. Absent if it has proved nothing then. */
  readonly provedText?: () => string
  /** Further tokens that the simulation may name. */
  readonly simulatedTokens?: (order: OrderView, review: ExitView) => readonly Token[]
  readonly closeText: (order: OrderView) => string
}

/** The gas cost in dollars, or in the chain's own currency when no price is known. */
export function gasText({ app, order, review: { gasInUsd, gasUnits } }: ReviewProps): string {
  const chain = app.start.chainOf(order.reviewed.request.originChainId)
  if (gasInUsd !== null) return t('gasAbout', { amount: formatCostInDollars(gasInUsd) })
  return chain === undefined
    ? t('gasUnknown')
    : t('gasAtMost', { amount: aboutCostOf(gasUnits, chain.currency) })
}
