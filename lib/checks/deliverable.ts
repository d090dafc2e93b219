import { messageLimitChars } from '../base/message-limit.ts'
import { Problem } from '../base/problem.ts'
import type { OrderTerms } from '../order/order.ts'
import { walletTypedData } from './typed-data.ts'

/** Room for what goes around a request: ids, method, accounts, an approval that goes with it. */
const aroundChars = 4_096

/**
 * Throws `requestTooLarge` where what a deal asks of a wallet would never reach one in a page.
 *
 * @example requireDeliverable(terms) // throws `requestTooLarge` for a call of a megabyte
 */
export function requireDeliverable({ signTypedData, txData }: OrderTerms): void {
  // The typed data goes as a text in a text.
  const signed = signTypedData === null ? '' : JSON.stringify(JSON.stringify(walletTypedData(signTypedData)))
  const chars = signed.length + (txData?.data.length ?? 0)
  if (chars + aroundChars > messageLimitChars) throw new Problem('requestTooLarge')
}
