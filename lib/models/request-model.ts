import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { AddressFormat } from '../base/hex.ts'
import { toProblemData } from '../base/problem.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import type { ReceiverRisk } from '../review/review-risk.ts'
import type { QuoteOptions, ViewQuoteRequest } from '../service/quote-request-shape.ts'
import { requestsDeposit } from '../service/swap-methods.ts'
import type { Account } from '../wallet/port.ts'
import type { DraftModel } from './draft-model.ts'
import type { Lifetime } from './lifetime.ts'
import type { StartModel } from './start-model.ts'
import type { ViewPorts } from './view-ports.ts'

const typingPauseMs = 300

export type ReceiverState =
  | { readonly kind: 'self' }
  /** The field for another receiver is open and empty. It never means the user. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'checking' }
  | {
      readonly kind: 'address'
      readonly address: string
      /** The ENS name that the address was read from. */
      readonly name: string | null
      readonly risks: readonly ReceiverRisk[]
    }
  | { readonly kind: 'problem'; readonly problem: ProblemData; readonly imitates?: string }

interface Wanted {
  readonly key: string
  readonly chainId: number
  readonly text: string
}

export type ReceiverModel = ReturnType<typeof createReceiverModel>

export function createReceiverModel({ client, timers }: ViewPorts, draft: DraftModel, life: Lifetime) {
  const rest = life.wait(timers)
  const checked = signal<{ key: string; state: ReceiverState } | null>(null)
  const wanted = computed((): Wanted | null => {
    const text = draft.receiverText.value.trim()
    const chainId = draft.output.value?.chainId
    if (!draft.isReceiverOpen.value || text === '' || chainId === undefined) return null
    return { key: `${chainId}:${text}`, chainId, text }
  })

  const checks = life.generation(() => wanted.value?.key)

  async function check({ key, chainId, text }: Wanted): Promise<void> {
    const isCurrent = checks.begin()
    let state: ReceiverState
    try {
      const reply = await client.send('checkReceiver', { chainId, text })
      state = 'address' in reply ? { kind: 'address', ...reply } : { kind: 'problem', ...reply }
    } catch (thrown) {
      state = { kind: 'problem', problem: toProblemData(thrown) }
    }
    if (isCurrent()) checked.value = { key, state }
  }

  life.watch(
    () => wanted.value,
    (next) => {
      rest.stop()
      if (next !== null && checked.value?.key !== next.key) rest.start(typingPauseMs, () => void check(next))
    },
  )

  return {
    state: computed((): ReceiverState => {
      if (wanted.value === null) return { kind: draft.isReceiverOpen.value ? 'missing' : 'self' }
      return checked.value?.key === wanted.value.key ? checked.value.state : { kind: 'checking' }
    }),
  }
}

/** Creates the quote request of the form; null while a part is missing, invalid, or being checked. */
export function createRequestModel(
  start: StartModel,
  draft: DraftModel,
  receiver: ReceiverModel,
  isPairUnsupported: ReadonlySignal<boolean>,
) {
  const wantsDeposit = computed(() => requestsDeposit({ options: draft.options.value }))
  const lacksReceiver = computed(() => {
    const destinationChainId = draft.output.value?.chainId
    const isNamed = !['self', 'missing'].includes(receiver.state.value.kind)
    if (destinationChainId === undefined || isNamed) return false
    const account = start.account.value
    const destinationFormat = start.formOf(destinationChainId)
    return needsReceiver({ destinationFormat, account, named: null, wantsDeposit: wantsDeposit.value })
  })
  const lacksRefund = computed(() => {
    const { enableDepositAddress, refundAddress } = draft.options.value
    return enableDepositAddress === true && refundAddress === undefined
  })
  const request = computed((): ViewQuoteRequest | null => {
    const [from, to] = [draft.input.value, draft.output.value]
    const amount = draft.amount.value
    const receives = receiver.state.value
    if (!start.isFresh.value || from === null || to === null || amount.kind !== 'units') return null
    if (
      receives.kind === 'checking' ||
      receives.kind === 'problem' ||
      receives.kind === 'missing' ||
      lacksReceiver.value ||
      lacksRefund.value
    )
      return null
    // A refused option must not be left out silently.
    if (Object.keys(draft.unsetOptions.value).length > 0) return null
    const options = draft.options.value
    const isSponsored = options.solanaSponsorAddress !== undefined
    const [originFormat, destinationFormat] = [start.formOf(from.chainId), start.formOf(to.chainId)]
    if (!canRequestQuote(originFormat, options) || (isPairUnsupported.value && !isSponsored)) return null
    const account = start.account.value
    const isIndicative = account === null && !wantsDeposit.value && originFormat === 'evm'
    if (isIndicative && start.view.value?.needsWalletFirst === true) return null
    return {
      originChainId: from.chainId,
      destinationChainId: to.chainId,
      inputToken: from.address,
      inputAmount: amount.units.toString(),
      outputToken: to.address,
      ...partiesOf({
        originFormat,
        destinationFormat,
        account,
        named: receives.kind === 'address' ? receives.address : null,
      }),
      ...(receives.kind === 'address' && receives.name !== null ? { receiverName: receives.name } : {}),
      slippagePercent: start.settings.value.slippagePercent,
      ...(Object.keys(options).length === 0 ? {} : { options }),
    }
  })
  return {
    request,
    wantsDeposit,
    lacksReceiver,
    /** Whether a deposit still lacks its refund address; without one it is not quoted. */
    lacksRefund,
  }
}

interface Parties {
  readonly originFormat: AddressFormat
  readonly destinationFormat: AddressFormat
  readonly account: Account | null
  /** A receiver named by the user; null is the user. */
  readonly named: string | null
}

/**
 * Returns sender and receiver of a request. The account is an EVM address. A deposit from another kind of chain therefore
 * names no sender, and names its receiver even where that is the user.
 * @internal
 */
export function partiesOf({
  originFormat,
  destinationFormat,
  account,
  named,
}: Parties): Pick<ViewQuoteRequest, 'userAddress' | 'receiverAddress'> {
  const address = account?.address ?? null
  if (originFormat === 'evm') return { userAddress: address, receiverAddress: named }
  return { userAddress: null, receiverAddress: named ?? (destinationFormat === 'evm' ? address : null) }
}

/** Whether a receiver has to be named before a request: the user has no known address on the destination. */
export function needsReceiver({
  destinationFormat,
  account,
  named,
  wantsDeposit,
}: Omit<Parties, 'originFormat'> & { readonly wantsDeposit: boolean }): boolean {
  if (named !== null) return false
  return destinationFormat !== 'evm' || (wantsDeposit && account === null)
}

/**
 * Whether a quote can be requested from a chain. A chain that is not EVM needs a deposit, or a sponsor's route on Solana.
 * @internal
 */
export function canRequestQuote(originFormat: AddressFormat, options: QuoteOptions): boolean {
  if (originFormat === 'evm' || requestsDeposit({ options })) return true
  return originFormat === 'solana' && options.solanaSponsorAddress !== undefined
}
