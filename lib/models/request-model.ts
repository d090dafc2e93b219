import type { AddressFormat } from '../base/hex.ts'
import { toProblemData } from '../base/problem.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import type { QuoteOptions, ViewQuoteRequest } from '../service/quote-request-shape.ts'
import { requestsDeposit } from '../service/swap-methods.ts'
import type { Account } from '../wallet/port.ts'
import type { AppModel } from './app-model.ts'
import type { Lifetime } from './lifetime.ts'
import type { ReceiverState, TypedReceiver } from './receiver-model.ts'

const typingPauseMs = 300

/** With any other problem the check itself failed, and may succeed later. */
const refusals: readonly ProblemData['code'][] = ['addressInvalid', 'addressLookalike', 'nameNotFound']

/** Lets the background check each typed receiver. */
export function checkReceivers(
  { client, timers, swap, isOnline, isVisible }: AppModel,
  life: Lifetime,
): void {
  const { typed, checked } = swap.receiver
  const rest = life.wait(timers)
  const checks = life.generation(() => typed.value?.key)

  async function check(next: TypedReceiver): Promise<void> {
    const { key, chainId, text } = next
    const isCurrent = checks.begin()
    let state: ReceiverState
    try {
      const reply = await client.send('checkReceiver', { chainId, text })
      state = 'address' in reply ? { kind: 'address', ...reply } : { kind: 'problem', ...reply }
    } catch (thrown) {
      state = { kind: 'problem', problem: toProblemData(thrown) }
    }
    if (!isCurrent()) return
    if (state.kind === 'problem' && !refusals.includes(state.problem.code))
      state = { ...state, retry: () => start(next, 0) }
    checked.value = { key, state }
  }

  function start(next: TypedReceiver, waitMs: number): void {
    if (checked.value?.key === next.key) checked.value = null
    rest.start(waitMs, () => void check(next))
  }

  life.watch(
    () => typed.value,
    (next) => {
      rest.stop()
      if (next !== null && checked.value?.key !== next.key) start(next, typingPauseMs)
    },
  )
  life.watch(
    () => isOnline.value && isVisible.value,
    (isBack) => {
      const state = swap.receiver.state.peek()
      if (isBack && state.kind === 'problem') state.retry?.()
    },
  )
}

/** Returns the quote request of the form; null while a part is missing, invalid, or being checked. */
export function readRequest({ start, swap }: AppModel): ViewQuoteRequest | null {
  const { draft, receiver } = swap
  const [from, to] = [draft.input.value, draft.output.value]
  const amount = draft.amount.value
  const receives = receiver.state.value
  if (!start.isFresh.value || from === null || to === null || amount.kind !== 'units') return null
  if (
    receives.kind === 'checking' ||
    receives.kind === 'problem' ||
    receives.kind === 'missing' ||
    swap.lacksReceiver.value ||
    swap.lacksRefund.value
  )
    return null
  // A refused option must not be left out silently.
  if (Object.keys(draft.unsetOptions.value).length > 0) return null
  const options = draft.options.value
  const isSponsored = options.solanaSponsorAddress !== undefined
  const [originFormat, destinationFormat] = [start.formOf(from.chainId), start.formOf(to.chainId)]
  if (!canRequestQuote(originFormat, options) || (swap.notSupported.value !== null && !isSponsored))
    return null
  const account = start.account.value
  const isIndicative = account === null && !requestsDeposit({ options }) && originFormat === 'evm'
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

/**
 * Whether a quote can be requested from a chain. A chain that is not EVM needs a deposit, or a sponsor's route on Solana.
 * @internal
 */
export function canRequestQuote(originFormat: AddressFormat, options: QuoteOptions): boolean {
  if (originFormat === 'evm' || requestsDeposit({ options })) return true
  return originFormat === 'solana' && options.solanaSponsorAddress !== undefined
}
