import { isAddress, stringToHex } from 'viem'
import type { ManualSend } from '../chains/ledger.ts'
import { advanceSent, type Rejection } from './advance-sent.ts'
import type { ManualOffer } from './book.ts'
import { payFeeTaker } from './payments.ts'
import type { SolverParts } from './solver-parts.ts'

/** Routes older than this are polled only every tenth time, and none older than an hour. */
const freshSeconds = 120
const oldSeconds = 3600

export async function pollManual(at: SolverParts, round: number): Promise<void> {
  const nowSeconds = Date.now() / 1000
  const due = [...at.book.manual.values()].filter(
    ({ builds, expirySeconds }) =>
      builds > 0 &&
      nowSeconds < expirySeconds + oldSeconds &&
      (nowSeconds < expirySeconds + freshSeconds || round % 10 === 0),
  )
  await Promise.all(
    due.map(async (offer) => {
      const sends = await at.ledger.findManualSends(offer.input.chainId, offer.routeId)
      for (const send of sends) if (!at.book.requests.has(send.txHash)) acceptManual(at, offer, send)
    }),
  )
}

function acceptManual(at: SolverParts, offer: ManualOffer, send: ManualSend): void {
  const { book, runner, serviceSettings, catalogue } = at
  if (runner.isStopped) return
  const count = book.submitCount(send.txHash)
  count.received += 1
  count.accepted += 1
  const token = catalogue.liveToken(offer.input.chainId, send.inputToken) ?? offer.input
  const request = book.open({
    ...{ hash: send.txHash, offer, user: send.sender, signature: null, orderMs: Date.now() },
    outcome: send.kind === 'swap' ? 'settle' : serviceSettings.nextOutcome(),
    brought: { token, units: send.inputUnits },
    ...{ originTxHash: send.txHash, originSeconds: send.blockTimestampSeconds },
  })
  const work = async () => {
    if (send.kind === 'send') return advanceSent(at, request, rejection(offer, send))
    request.destinationTxHash = send.txHash
    request.destinationSeconds = send.blockTimestampSeconds
    count.executed += 1
    await payFeeTaker(at, request)
    request.code = 4
  }
  runner.run(work(), (problem) => {
    request.problem = problem
  })
}

/** Refunds a transaction that differs from the one that was built. */
function rejection(
  { request: params, input, output, price }: ManualOffer,
  send: ManualSend,
): Rejection | null {
  const receiver = isAddress(params.receiver, { strict: false })
    ? params.receiver
    : stringToHex(params.receiver)
  const same =
    send.inputToken === input.address.toLowerCase() &&
    send.inputUnits === price.inputUnits &&
    send.destination?.chainId === output.chainId &&
    send.destination.receiver.toLowerCase() === receiver.toLowerCase()
  return same ? null : { code: 6, problem: 'the transaction is not the one that was built' }
}
