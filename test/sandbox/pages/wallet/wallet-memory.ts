import { mannersAfter, mannersOf, type WalletManner } from './wallet-manners.ts'
import { isWalletMode, type WalletMode } from './wallet-mode.ts'

/** A chain the wallet can use. */
export interface WalletChain {
  readonly chainId: number
  readonly name: string
  readonly rpcUrl: string
  readonly symbol: string
}

const prefix = 'sandbox-wallet:'
/** Where both a page and its tests find what was asked, and how the wallet behaves. */
export const questionsKey = `${prefix}questions`
export const mannersKey = `${prefix}manners`
const openKey = `${prefix}open`

/** What a site asks of the wallet. */
export interface AskedOfWallet {
  readonly method: string
  readonly params?: unknown
}

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What the wallet remembers: connection and added chains for good, mode, account and chain for this tab. */
export class WalletMemory {
  readonly #lasting: Kept
  readonly #tab: Kept

  constructor(lasting: Kept, tab: Kept) {
    this.#lasting = lasting
    this.#tab = tab
  }

  /**
   * Takes `fresh=1` (as it was before it was ever used), `auto=1`, `mode=…`, `manners=…`, `chain=<id>`,
   * `unknown=<chain ids>` (chains the wallet shall not know), `smart=1` (several calls as one) and `tokens=no` (lists none
   * that a site names) from the address.
   */
  preset(query: URLSearchParams): void {
    if (query.get('fresh') === '1') this.#forgetAll()
    if (query.has('chain')) this.chainId = Number(query.get('chain'))
    const mode = query.get('auto') === '1' ? 'auto' : query.get('mode')
    if (isWalletMode(mode)) this.mode = mode
    const unknown = query.get('unknown')
    if (unknown !== null) this.#tab.setItem(`${prefix}unknown`, unknown)
    const manners = query.get('manners')
    if (manners !== null) this.#tab.setItem(mannersKey, manners)
    const smart = query.get('smart')
    if (smart !== null) this.#tab.setItem(`${prefix}smart`, smart)
    const tokens = query.get('tokens')
    if (tokens !== null) this.#tab.setItem(`${prefix}tokens`, tokens)
  }

  get mode(): WalletMode {
    const kept = this.#tab.getItem(`${prefix}mode`)
    return isWalletMode(kept) ? kept : 'approve-by-hand'
  }

  set mode(mode: WalletMode) {
    this.#tab.setItem(`${prefix}mode`, mode)
  }

  has(manner: WalletManner): boolean {
    return mannersOf(this.#tab.getItem(mannersKey)).includes(manner)
  }

  /** Whether it has this manner now; one that lasts once is over with this. */
  shows(manner: WalletManner): boolean {
    if (!this.has(manner)) return false
    const manners = mannersOf(this.#tab.getItem(mannersKey))
    this.#tab.setItem(mannersKey, mannersAfter(manners, manner).join(','))
    return true
  }

  /** Gives a manner up. */
  leave(manner: WalletManner): void {
    const manners = mannersOf(this.#tab.getItem(mannersKey))
    this.#tab.setItem(mannersKey, manners.filter((each) => each !== manner).join(','))
  }

  /** The titles of all that was put to the person, in order: they outlive a worker and a page. */
  get questions(): readonly string[] {
    return JSON.parse(this.#tab.getItem(questionsKey) ?? '[]')
  }

  noteQuestion(title: string): void {
    this.#tab.setItem(questionsKey, JSON.stringify([...this.questions, title]))
  }

  /** Keeps a request whose question outlives its page; it is noted when it is shown again. */
  keepOpen(asked: AskedOfWallet): void {
    this.#tab.setItem(openKey, JSON.stringify(asked))
    this.#tab.setItem(questionsKey, JSON.stringify(this.questions.slice(0, -1)))
  }

  /** The request that was kept, once; null where none was. */
  takeOpen(): AskedOfWallet | null {
    const kept = this.#tab.getItem(openKey)
    this.#tab.removeItem(openKey)
    return kept === null ? null : JSON.parse(kept)
  }

  /** Chains that the site may use without a question. */
  get usableChains(): readonly number[] {
    return JSON.parse(this.#lasting.getItem(`${prefix}usable`) ?? '[]')
  }

  allowChain(chainId: number): void {
    this.#lasting.setItem(`${prefix}usable`, JSON.stringify([...new Set([...this.usableChains, chainId])]))
  }

  get accountIndex(): number {
    return this.#tab.getItem(`${prefix}account`) === '1' ? 1 : 0
  }

  set accountIndex(index: number) {
    this.#tab.setItem(`${prefix}account`, String(index))
  }

  get chainId(): number | null {
    const kept = this.#tab.getItem(`${prefix}chain`)
    return kept === null ? null : Number(kept)
  }

  set chainId(chainId: number | null) {
    if (chainId === null) this.#tab.removeItem(`${prefix}chain`)
    else this.#tab.setItem(`${prefix}chain`, String(chainId))
  }

  /** Whether its accounts carry several calls out as one (EIP-5792, EIP-7702). */
  get isSmart(): boolean {
    return this.#tab.getItem(`${prefix}smart`) === '1'
  }

  /** Whether a site may have it list a token (EIP-747). */
  get listsTokens(): boolean {
    return this.#tab.getItem(`${prefix}tokens`) !== 'no'
  }

  /** The transaction of calls that were taken under an id. */
  callsOf(id: string): { readonly chainId: number; readonly hash: string } | undefined {
    return this.#calls()[id]
  }

  keepCalls(id: string, calls: { readonly chainId: number; readonly hash: string }): void {
    this.#lasting.setItem(`${prefix}calls`, JSON.stringify({ ...this.#calls(), [id]: calls }))
  }

  get connected(): boolean {
    return this.#lasting.getItem(`${prefix}connected`) === '1'
  }

  set connected(connected: boolean) {
    if (connected) this.#lasting.setItem(`${prefix}connected`, '1')
    else this.#lasting.removeItem(`${prefix}connected`)
  }

  /** The given chains without those that the address or a manner made unknown, and those that were added. */
  chains(given: readonly WalletChain[]): readonly WalletChain[] {
    const unknown = (this.#tab.getItem(`${prefix}unknown`) ?? '').split(',')
    const most = this.has('lacks-chains') ? 1 : given.length
    const known = given.slice(0, most).filter((chain) => !unknown.includes(String(chain.chainId)))
    const added = this.#added().filter((chain) => known.every((each) => each.chainId !== chain.chainId))
    return [...known, ...added]
  }

  addChain(chain: WalletChain): void {
    this.#tab.setItem(`${prefix}added`, JSON.stringify([...this.#added(), chain]))
  }

  #forgetAll(): void {
    for (const name of [
      'mode',
      'unknown',
      'manners',
      'smart',
      'tokens',
      'account',
      'chain',
      'added',
      'questions',
      'open',
    ])
      this.#tab.removeItem(`${prefix}${name}`)
    for (const name of ['usable', 'calls', 'connected']) this.#lasting.removeItem(`${prefix}${name}`)
  }

  #calls(): { readonly [id: string]: { readonly chainId: number; readonly hash: string } } {
    return JSON.parse(this.#lasting.getItem(`${prefix}calls`) ?? '{}')
  }

  #added(): WalletChain[] {
    return JSON.parse(this.#tab.getItem(`${prefix}added`) ?? '[]') as WalletChain[]
  }
}
