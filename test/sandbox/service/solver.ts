import type { Hex } from 'viem'
import { advanceAuto } from './advance-auto.ts'
import type { DepositOffer, Quoted, Request } from './book.ts'
import { Refusal } from './envelope.ts'
import { acceptDeposit, createDepositPoll } from './poll-deposits.ts'
import { pollInbox } from './poll-inbox.ts'
import { pollManual } from './poll-manual.ts'
import { nowSeconds, pollMs, type SolverParts } from './solver-parts.ts'

/** Finds every request, however it came, and advances it with real transactions to its end. */
export class Solver {
  readonly #at: SolverParts

  constructor(at: SolverParts) {
    this.#at = at
  }

  get problems(): string[] {
    return this.#at.runner.problems
  }

  start(): void {
    const { runner } = this.#at
    const lookForDeposits = createDepositPoll(this.#at)
    runner.start()
    runner.watch(pollMs, (round) => pollInbox(this.#at, round))
    runner.watch(pollMs, (round) => pollManual(this.#at, round))
    runner.watch(pollMs, lookForDeposits)
  }

  acceptSigned(offer: Quoted, user: string, signature: Hex): Request<Quoted> {
    const request = this.#at.book.open({
      ...{ hash: offer.requestHash, offer, user, signature },
      ...{ outcome: this.#at.serviceSettings.nextOutcome(), orderMs: Date.now() },
    })
    this.#at.runner.run(advanceAuto(this.#at, request), (problem) => {
      request.problem = problem
    })
    return request
  }

  /** Simulates a deposit on a far chain; null: of the requested token. */
  simulateDeposit(offer: DepositOffer, units: bigint, tokenAddress: string | null): void {
    const { catalogue, far } = this.#at
    const { input, request: quoteRequest, address } = offer
    if (input.kind !== 'far') throw new Refusal(400, 'this chain runs here: send the deposit on it')
    const token = tokenAddress === null ? input : catalogue.routedToken(input.chainId, tokenAddress)
    if (!token) throw new Refusal(400, `${tokenAddress} is no token of chain ${input.chainId}`)
    const from = quoteRequest.sender ?? quoteRequest.deposit.refundAddress ?? address
    const txHash = far.transactionId(input.chainId, `deposit ${address} ${units} ${Date.now()}`)
    acceptDeposit(this.#at, offer, { token, units, from, txHash, seconds: nowSeconds() })
  }

  /** Stops all work. Resolves when no transaction of the solver is in flight. */
  stop(): Promise<void> {
    return this.#at.runner.stop()
  }
}
