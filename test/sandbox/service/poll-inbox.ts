import type { Quoted } from './book.ts'
import { told } from './runner.ts'
import type { SolverParts } from './solver-parts.ts'
import { walkAuto } from './advance-auto.ts'

/** Inbox quotes older than this are polled only every tenth time. */
const freshSeconds = 90

/** Polls the inboxes for quoted requests. */
export async function watchInbox(at: SolverParts, round: number): Promise<void> {
  const nowSeconds = Date.now() / 1000
  const due = [...at.book.quotes.values()].filter(
    ({ onchain, requestHash, expirySeconds, deadlineSeconds }) =>
      onchain &&
      !at.book.requests.has(requestHash) &&
      nowSeconds < deadlineSeconds + freshSeconds &&
      (nowSeconds < expirySeconds + freshSeconds || round % 10 === 0),
  )
  await Promise.all(due.map((offer) => look(at, offer)))
}

async function look(at: SolverParts, offer: Quoted): Promise<void> {
  const { ledger, runner, book, knobs } = at
  const found = await ledger
    .findInboxRequest(offer.input.chainId, offer.requestHash)
    .catch((error: unknown) => {
      if (!runner.isStopped) runner.problems.push(told(error))
      return null
    })
  if (!found || runner.isStopped || book.requests.has(offer.requestHash)) return
  const request = book.open({
    ...{ hash: offer.requestHash, offer, user: found.sender, signature: null },
    ...{ outcome: knobs.nextOutcome(), orderMs: Date.now() },
    ...{ originTxHash: found.txHash, originSeconds: found.blockTimestampSeconds },
  })
  runner.run(walkAuto(at, request), (problem) => {
    request.problem = problem
  })
}
