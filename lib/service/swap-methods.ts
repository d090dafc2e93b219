import type { QuoteOptions } from './quote-request-shape.ts'
import type { Chain } from './token.ts'

export function requestsDeposit({ options }: { readonly options?: QuoteOptions }): boolean {
  return options?.useDepositAddress === true || options?.enableDepositAddress === true
}

/** Swap method: automatic, a transaction that the user sends, or a payment to a deposit address. */
export type SwapMethod = 'auto' | 'manual' | 'deposit'

const swapMethods: readonly SwapMethod[] = ['auto', 'manual', 'deposit']

export function requestedMethods(options: QuoteOptions): readonly SwapMethod[] {
  const isRequested: { readonly [way in SwapMethod]: boolean } = {
    auto: options.disableAuto !== true,
    manual: options.enableManual === true,
    deposit: requestsDeposit({ options }),
  }
  return swapMethods.filter((way) => isRequested[way])
}

type ChainAbilities = Pick<
  Chain,
  'sendingEnabled' | 'receivingEnabled' | 'isAutoEnabled' | 'isManualEnabled' | 'isDepositEnabled'
>

/** Automatic and manual routes need both chains; a deposit needs the origin only. An unlisted chain excludes none. */
export function supportedMethods(
  origin: ChainAbilities | undefined,
  destination: ChainAbilities | undefined,
): readonly SwapMethod[] {
  if (origin?.sendingEnabled === false || destination?.receivingEnabled === false) return []
  const isSupported: { readonly [way in SwapMethod]: boolean } = {
    auto: origin?.isAutoEnabled !== false && destination?.isAutoEnabled !== false,
    manual: origin?.isManualEnabled !== false && destination?.isManualEnabled !== false,
    deposit: origin?.isDepositEnabled !== false,
  }
  return swapMethods.filter((way) => isSupported[way])
}
