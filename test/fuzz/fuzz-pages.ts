import type { Proposal } from '../../lib/sites/sites.ts'
import { createFuzzedHandlers } from './fuzzed-handlers.ts'
import { createRandomMessage, type SentMessage } from './mutants.ts'
import { createRandom } from './random.ts'

export interface Violation {
  readonly what: string
  readonly given: SentMessage
}

/**
 * Sends random messages to the page handlers. A handler may answer, or refuse with a code of the page API.
 * Its only effect may be the proposal of a valid request with a gesture. That proposal holds the message's
 * values and nothing more (M2, M6).
 */
export async function fuzzPages(messages: number, seed: number): Promise<readonly Violation[]> {
  const random = createRandom(seed)
  const violations: Violation[] = []
  const handlers = createFuzzedHandlers()

  for (let done = 0; done < messages; done += 1) {
    const one = createRandomMessage(random)
    handlers.nowMs += 1_000
    handlers.forget()
    const problem = await handlers.answer(one.message, one.sender).then(
      (reply) => wrongReply(reply, one, [...handlers.rows.values()], handlers.shown),
      (thrown: unknown) => `threw ${String(thrown)}`,
    )
    const what =
      problem ?? (handlers.failures.length > 0 ? `failed with ${String(handlers.failures[0])}` : null)
    if (what !== null) violations.push({ what, given: one })
  }
  return violations
}

const codes = [4100, 4200, 4900, -32602, -32001, -32002, -32005]

function wrongReply(
  reply: unknown,
  { message, sender }: SentMessage,
  rows: readonly Proposal[],
  shown: number,
) {
  const [row] = rows
  if (reply === true) return rows.length > 0 || shown > 0 ? 'an effect of a word that it is back' : null
  const { error, result } = reply as { error?: { code: number }; result?: { swapId?: string } }
  if (error !== undefined) {
    if (!codes.includes(error.code)) return `a code that is none: ${error.code}`
    return rows.length > 0 || shown > 0 ? 'an effect of what was refused' : null
  }
  if (row === undefined) return shown > 0 ? 'shown and not stored' : null
  const frame = message as { text: string; gesture: boolean }
  if (frame.gesture !== true) return 'proposed without a gesture'
  if (rows.length !== 1 || shown !== 1 || result?.swapId !== row.swapId) return 'more than one effect'
  const origin = sender.origin ?? new URL(sender.url ?? '').origin
  if (row.origin !== origin || row.document.tabId !== sender.tab?.id) return 'another origin'
  return canonical(callOf(frame.text)) === canonical(stored(row)) ? null : 'stored is not what was said'
}

function callOf(text: string): object {
  const { params } = JSON.parse(text.replace(/^\ufeff/, '')) as { params: [{ [name: string]: unknown }] }
  return params[0]
}

function stored({ swap, reference }: Proposal): object {
  const { receiverAddress, ...others } = swap
  return {
    ...others,
    ...(receiverAddress === null ? {} : { receiverAddress }),
    ...(reference === null ? {} : { reference }),
  }
}

/** Sorts the keys and lower-cases addresses; a reference stays as it is. */
function canonical(value: object): string {
  const entries = Object.entries(value).map(([name, each]) => {
    return [name, typeof each === 'string' && name !== 'reference' ? each.toLowerCase() : each] as const
  })
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
