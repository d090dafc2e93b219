import { advanceAuto } from './advance-auto.ts'
import type { Quoted } from './book.ts'
import { errorMessage } from './runner.ts'
import type { SolverParts } from './solver-parts.ts'

/** Inbox quotes older than this are polled only every tenth time. */
const freshSeconds = 90

export async function pollInbox(at: SolverParts, round: number): Promise<void> {
  const nowSeconds = Date.now() / 1000
  const due = [...at.book.quotes.values()].filter(
    ({ onchain, requestHash, expirySeconds, deadlineSeconds }) =>
      onchain &&
      !at.book.requests.has(requestHash) &&
      nowSeconds < deadlineSeconds + freshSeconds &&
      (nowSeconds < expirySeconds + freshSeconds || round % 10 === 0),
  )
  await Promise.all(due.map((offer) => pollRequest(at, offer)))
}

async function pollRequest(at: SolverParts, offer: Quoted): Promise<void> {
  const { ledger, runner, book, serviceSettings } = at
  const found = await ledger
    .findInboxRequest(offer.input.chainId, offer.requestHash)
    .catch((error: unknown) => {
      if (!runner.isStopped) runner.problems.push(errorMessage(error))
      return null
    })
  if (!found || runner.isStopped || book.requests.has(offer.requestHash)) return
  const request = book.open({
    ...{ hash: offer.requestHash, offer, user: found.sender, signature: null },
    ...{ outcome: serviceSettings.nextOutcome(), orderMs: Date.now() },
    ...{ originTxHash: found.txHash, originSeconds: found.blockTimestampSeconds },
  })
  runner.run(advanceAuto(at, request), (problem) => {
    request.problem = problem
  })
}
