import type { Mutant } from './mutants.ts'

interface Equivalent {
  readonly path: string
  /** The whole line, without leading spaces. */
  readonly line: string
  readonly from: string
  readonly why: string
}

/** Changes without an effect for any input. They are not counted. */
export const equivalents: readonly Equivalent[] = [
  {
    path: 'lib/base/lookalike.ts',
    line: 'while (length < Math.min(a.length, b.length) && a[length] === b[length]) length += 1',
    from: '<',
    why: 'addresses that are equal were answered before: the loop ends where they differ, which is not behind an end',
  },
  {
    path: 'lib/review/value-loss.ts',
    line: 'if (inUsd === null || outUsd === null) return null',
    from: '||',
    why: 'where one of the two is missing there is no percentage either, and the next line answers the same',
  },
  {
    path: 'lib/chain/payment.ts',
    line: 'const above = head >= receipt.blockNumber ? Number(head - receipt.blockNumber) : 0',
    from: '>=',
    why: 'the difference of two that are equal is none',
  },
  {
    path: 'lib/chain/simulation-plan.ts',
    line: 'const { before, after } = pairs[at] ?? { before: 0n, after: 0n }',
    from: '0n',
    why: 'each token and each allowance has its pair: there is one for every read, in their order',
  },
  {
    path: 'lib/order/flows/refund-proof.ts',
    line: 'const leastUnits = minRefund((paidIn ?? 0n) - feeUnits(order, ports))',
    from: '0n',
    why: 'a payment is of one unit at least: it is above none as above one',
  },
  {
    path: 'lib/order/flows/proof.ts',
    line: 'const noMentions: FoundMentions = { hashes: [], final: [], sources: 0 }',
    from: '0',
    why: 'without a hash no caller reads the number of its sources',
  },
  {
    path: 'lib/base/time.ts',
    line: 'const isIdle = chainSeconds.every((seconds) => seconds < ownSeconds)',
    from: '<',
    why: 'an endpoint that shows our own second is near, and then nobody asks',
  },
  {
    path: 'lib/order/stored-reads.ts',
    line: 'if (order.createdMs < sinceMs) break',
    from: '<',
    why: 'a swap that ended within its first day has no permit that is valid at exactly a day',
  },
  {
    path: 'lib/order/stored-reads.ts',
    line: 'const orders = open.filter(({ createdMs }) => createdMs < sinceMs)',
    from: '<',
    why: 'an open swap that is read twice is still one',
  },
  {
    path: 'lib/order/check-stored.ts',
    line: 'const assumedQuoteSeconds = 600',
    from: '600',
    why: 'the checks let any life pass that is neither short nor of many hours',
  },
  {
    path: 'lib/order/flows/in-progress.ts',
    line: ': (code ?? statusCodes.pending) < statusCodes.extracted &&',
    from: '<',
    why: 'a code that is equal was compared before, and has the other branch',
  },
  {
    path: 'lib/order/flows/sending.ts',
    line: 'approveWorks: true,',
    from: 'true',
    why: 'a send has no allowance to approve: no code reads it',
  },
]

export function isEquivalent({ path, line, from }: Mutant, text: string, among = equivalents): boolean {
  const here = text.split('\n')[line - 1]?.trim()
  return among.some((one) => one.path === path && one.line === here && one.from === from)
}
