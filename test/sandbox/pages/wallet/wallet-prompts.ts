import type { Question } from './describe-request.ts'
import { WalletError } from './wallet-error.ts'
import type { WalletMemory } from './wallet-memory.ts'

const unlockQuestion: Question = { title: 'Unlock', facts: [] }
const otherQuestion: Question = { title: 'Another request', facts: [] }
/** The longest that a late one takes, and how often it looks whether it shall wait on. */
const lateMs = 60_000
const lookMs = 50

/** What is thrown where the wallet forgot what it was asked: it answers nothing, ever. */
const forgotten = Symbol('forgotten')

/** Passes an answer on; one that was forgotten never comes. */
export function unlessForgotten(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch((thrown: unknown) =>
    thrown === forgotten ? new Promise(() => {}) : Promise.reject(thrown),
  )
}

/** Puts requests to the person one at a time, and does after a yes what the wallet's manners are. */
export class WalletPrompts {
  readonly #memory: WalletMemory
  readonly #ask: (question: Question) => Promise<boolean>
  #queue: Promise<unknown> = Promise.resolve()
  #isOtherOpen = false

  /** `ask` resolves with what the person pressed. */
  constructor(memory: WalletMemory, ask: (question: Question) => Promise<boolean>) {
    this.#memory = memory
    this.#ask = ask
  }

  /** One request at a time; one that is never answered does not stop the next. */
  inTurn(work: () => Promise<unknown>): Promise<unknown> {
    const turn = this.#queue.then(work)
    this.#queue = turn.catch(() => undefined)
    return turn
  }

  /** Resolves when it may be done; 4001 when the person, or the mode, says no, 4100 while it is locked. */
  async approved(question: Question): Promise<void> {
    const { mode } = this.#memory
    this.#requireFree()
    if (mode === 'never') throw forgotten
    if (mode === 'locked') throw new WalletError(4100, 'The wallet is locked')
    const yes = mode === 'approve-by-hand' ? await this.#askHand(question) : mode !== 'reject'
    if (!yes) throw new WalletError(4001, 'User rejected the request.')
    if (this.#memory.shows('forgets')) throw forgotten
    await this.#whileLate()
  }

  /** A busy one has the question of somebody else open, until that is answered. */
  #requireFree(): void {
    if (!this.#memory.shows('busy')) return
    if (!this.#isOtherOpen) {
      this.#isOtherOpen = true
      void this.#put(otherQuestion).then(() => {
        this.#isOtherOpen = false
        this.#memory.leave('busy')
      })
    }
    throw new WalletError(-32002, 'Request already pending.')
  }

  async #askHand(question: Question): Promise<boolean> {
    if (this.#memory.shows('locks') && !(await this.#put(unlockQuestion))) return false
    return this.#put(question)
  }

  #put(question: Question): Promise<boolean> {
    this.#memory.noteQuestion(question.title)
    return this.#ask(question)
  }

  async #whileLate(): Promise<void> {
    for (let waitedMs = 0; waitedMs < lateMs && this.#memory.has('sends-late'); waitedMs += lookMs) {
      await new Promise((done) => setTimeout(done, lookMs))
    }
  }
}
