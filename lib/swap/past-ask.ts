import type { AskOptions } from './ask.ts'
import type { HistoryEntry } from './history-entry.ts'
import type { Reviewed } from './order.ts'
import type { Token } from './token.ts'

/** What a swap of the past was asked as, to ask for it again (H5). */
export interface PastAsk {
  readonly input: Token
  readonly output: Token
  /** Digit string, smallest unit. */
  readonly inputAmount: string
  /** Null where it went to the sender. */
  readonly receiver: string | null
  readonly options: AskOptions
}

/** The ask of an order, with everything that was set for it. */
export function pastAskOf({ ask, inputToken, outputToken }: Reviewed): PastAsk {
  return {
    input: inputToken,
    output: outputToken,
    inputAmount: ask.inputAmount,
    receiver: ask.receiverAddress === ask.userAddress ? null : ask.receiverAddress,
    options: ask.options ?? {},
  }
}

/** The ask of a request that only the service remembers; null where it does not say what was swapped. */
export function pastAskOfEntry(entry: HistoryEntry): PastAsk | null {
  const { inputToken, outputToken, inputAmount, sender, receiver } = entry
  if (inputToken === null || outputToken === null || inputAmount === null || inputAmount === '0') return null
  const isToSender = sender?.toLowerCase() === receiver.toLowerCase()
  return {
    input: inputToken,
    output: outputToken,
    inputAmount,
    receiver: isToSender ? null : receiver,
    options: {},
  }
}
