import type { Hex } from 'viem'
import type { DepositOffer, Quoted, Request } from './book.ts'
import { Refusal } from './envelope.ts'
import { lookMs, nowSeconds, type SolverParts } from './solver-parts.ts'
import { walkAuto } from './advance-auto.ts'
import { depositWatch, takeDeposit } from './poll-deposits.ts'
import { watchInbox } from './poll-inbox.ts'
import { watchManual } from './poll-manual.ts'

/** Finds every request, however it came, and advances it with real transactions to its end. */
export class Solver {
  readonly #at: SolverParts

  constructor(at: SolverParts) {
    this.#at = at
  }

  /** Failures outside of any one request, for the truth. */
  get problems(): string[] {
    return this.#at.runner.problems
  }

  /** Starts to watch the chains for quoted payments. */
  start(): void {
    const { runner } = this.#at
    const lookForDeposits = depositWatch(this.#at)
    runner.start()
    runner.watch(lookMs, (round) => watchInbox(this.#at, round))
    runner.watch(lookMs, (round) => watchManual(this.#at, round))
    runner.watch(lookMs, lookForDeposits)
  }

  /** Starts a signed request. */
  take(offer: Quoted, user: string, signature: Hex): Request<Quoted> {
    const request = this.#at.book.open({
      ...{ hash: offer.requestHash, offer, user, signature },
      ...{ outcome: this.#at.knobs.nextOutcome(), orderMs: Date.now() },
    })
    this.#at.runner.run(walkAuto(this.#at, request), (problem) => {
      request.problem = problem
    })
    return request
  }

  /** Simulates a deposit on a far chain; null: of the requested token. */
  playDeposit(offer: DepositOffer, units: bigint, tokenAddress: string | null): void {
    const { catalogue, far } = this.#at
    const { input, ask, address } = offer
    if (input.kind !== 'far') throw new Refusal(400, 'this chain runs here: send the deposit on it')
    const token = tokenAddress === null ? input : catalogue.routedToken(input.chainId, tokenAddress)
    if (!token) throw new Refusal(400, `${tokenAddress} is no token of chain ${input.chainId}`)
    const from = ask.sender ?? ask.deposit.refundAddress ?? address
    const txHash = far.transactionId(input.chainId, `deposit ${address} ${units} ${Date.now()}`)
    takeDeposit(this.#at, offer, { token, units, from, txHash, seconds: nowSeconds() })
  }

  /** Stops all work. Resolves when no transaction of the solver is in flight. */
  stop(): Promise<void> {
    return this.#at.runner.stop()
  }
}
