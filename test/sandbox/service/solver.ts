import type { Hex } from 'viem'
import type { DepositOffer, Quoted, Request } from './book.ts'
import { Refusal } from './envelope.ts'
import { lookMs, nowSeconds, type SolverParts } from './solver-parts.ts'
import { walkAuto } from './walk-auto.ts'
import { depositWatch, takeDeposit } from './watch-deposits.ts'
import { watchInbox } from './watch-inbox.ts'
import { watchManual } from './watch-manual.ts'

/** Finds every request, however it came, and moves it on with real transactions until it has reached its end. */
export class Solver {
  readonly #at: SolverParts

  constructor(at: SolverParts) {
    this.#at = at
  }

  /** What went wrong outside of any one request, for the oracle. */
  get problems(): string[] {
    return this.#at.runner.problems
  }

  /** Begins to watch the chains for what was quoted. */
  start(): void {
    const { runner } = this.#at
    const lookForDeposits = depositWatch(this.#at)
    runner.start()
    runner.watch(lookMs, (round) => watchInbox(this.#at, round))
    runner.watch(lookMs, (round) => watchManual(this.#at, round))
    runner.watch(lookMs, lookForDeposits)
  }

  /** Takes a signed request on. */
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

  /** Plays a deposit on a far chain; `tokenAddress` is the right one where it is null. */
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

  /** Stops all work; resolves when no transaction of the solver is under way. */
  stop(): Promise<void> {
    return this.#at.runner.stop()
  }
}
