import type { WalletPrompt } from './describe-request.ts'
import { WalletError } from './wallet-error.ts'
import type { WalletMemory } from './wallet-memory.ts'

const unlockQuestion: WalletPrompt = { title: 'Unlock', facts: [] }
const otherQuestion: WalletPrompt = { title: 'Another request', facts: [] }
/** The longest delay of a late answer, and how often it checks whether to wait longer. */
const lateMs = 60_000
const pollMs = 50

/** Thrown when the wallet forgot a request: it never answers. */
const forgottenRequest = Symbol('forgotten')

/** Passes an answer on. The answer to a forgotten request never comes. */
export function unlessForgotten(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch((thrown: unknown) =>
    thrown === forgottenRequest ? new Promise(() => {}) : Promise.reject(thrown),
  )
}

/** Prompts the person with one request at a time, and follows the wallet's behaviours after an approval. */
export class WalletPrompts {
  readonly #memory: WalletMemory
  readonly #confirm: (question: WalletPrompt) => Promise<boolean>
  readonly #unlocked: () => void
  #queue: Promise<unknown> = Promise.resolve()
  #isOtherOpen = false

  constructor(
    memory: WalletMemory,
    request: (question: WalletPrompt) => Promise<boolean>,
    unlocked: () => void,
  ) {
    this.#memory = memory
    this.#confirm = request
    this.#unlocked = unlocked
  }

  /** Runs one request at a time. A request that is never answered does not block the next. */
  runInTurn(work: () => Promise<unknown>): Promise<unknown> {
    const turn = this.#queue.then(work)
    this.#queue = turn.catch(() => undefined)
    return turn
  }

  /**
   * Resolves when the request is approved. Throws 4001 if the person or the mode rejects, 4100 while locked,
   * -32603 if a device needs a setting.
   */
  async requireApproval(question: WalletPrompt): Promise<void> {
    const { mode } = this.#memory
    this.#requireFree()
    if (mode === 'never') throw forgottenRequest
    if (mode === 'locked') throw new WalletError(4100, 'The wallet is locked')
    if (mode === 'blind-signing-off') throw new WalletError(-32603, 'Ledger: blind signing is off')
    await this.requireUnlocked()
    await this.#requireApproved(question)
    if (this.#memory.useBehaviour('forgets')) throw forgottenRequest
    await this.#whileLate()
  }

  /** A busy wallet has another site's prompt open until it is answered. */
  #requireFree(): void {
    if (!this.#memory.useBehaviour('busy')) return
    if (!this.#isOtherOpen) {
      this.#isOtherOpen = true
      void this.#put(otherQuestion).then(() => {
        this.#isOtherOpen = false
        this.#memory.removeBehaviour('busy')
      })
    }
    throw new WalletError(-32002, 'Request already pending.')
  }

  /** Holds a request until the wallet is unlocked. Throws 4001 if the person closes the prompt for the password. */
  async requireUnlocked(): Promise<void> {
    if (!this.#memory.hasBehaviour('locks')) return
    await this.#requireApproved(unlockQuestion)
    this.#memory.removeBehaviour('locks')
    this.#unlocked()
  }

  async #requireApproved(question: WalletPrompt): Promise<void> {
    const { mode } = this.#memory
    const isApproved = mode === 'approve-by-hand' ? await this.#put(question) : mode !== 'reject'
    if (!isApproved) throw new WalletError(4001, 'User rejected the request.')
  }

  #put(question: WalletPrompt): Promise<boolean> {
    this.#memory.recordPrompt(question.title)
    return this.#confirm(question)
  }

  async #whileLate(): Promise<void> {
    for (let waitedMs = 0; waitedMs < lateMs && this.#memory.hasBehaviour('sends-late'); waitedMs += pollMs) {
      await new Promise((done) => setTimeout(done, pollMs))
    }
  }
}
