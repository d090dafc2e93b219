import { behavioursAfterUse, readBehaviours, type WalletBehaviour } from './wallet-behaviours.ts'
import { isWalletMode, type WalletMode } from './wallet-mode.ts'

export interface WalletChain {
  readonly chainId: number
  readonly name: string
  readonly rpcUrl: string
  readonly symbol: string
}

const prefix = 'sandbox-wallet:'
/** The storage keys of the prompts and behaviours, for the page and its tests. */
export const promptsKey = `${prefix}questions`
export const behavioursKey = `${prefix}behaviours`
const openKey = `${prefix}open`

export interface SiteRequest {
  readonly method: string
  readonly params?: unknown
}

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The wallet's memory: connection and added chains permanently; mode, account and chain for this tab. */
export class WalletMemory {
  readonly #lasting: Kept
  readonly #tab: Kept

  constructor(lasting: Kept, tab: Kept) {
    this.#lasting = lasting
    this.#tab = tab
  }

  /**
   * Reads the settings in the page's query:
   * - `fresh=1`: forgets everything.
   * - `auto=1`, `mode=…`, `behaviours=…`, `chain=<id>`.
   * - `unknown=<chain ids>`: chains that the wallet does not know.
   * - `smart=1`: several calls as one.
   * - `tokens=no`: it lists no token that a site names.
   */
  preset(query: URLSearchParams): void {
    if (query.get('fresh') === '1') this.#forgetAll()
    if (query.has('chain')) this.chainId = Number(query.get('chain'))
    const mode = query.get('auto') === '1' ? 'auto' : query.get('mode')
    if (isWalletMode(mode)) this.mode = mode
    const unknown = query.get('unknown')
    if (unknown !== null) this.#tab.setItem(`${prefix}unknown`, unknown)
    const behaviours = query.get('behaviours')
    if (behaviours !== null) this.#tab.setItem(behavioursKey, behaviours)
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

  hasBehaviour(behaviour: WalletBehaviour): boolean {
    return readBehaviours(this.#tab.getItem(behavioursKey)).includes(behaviour)
  }

  /** Whether it has this behaviour now. A behaviour that works once is removed. */
  useBehaviour(behaviour: WalletBehaviour): boolean {
    if (!this.hasBehaviour(behaviour)) return false
    const behaviours = readBehaviours(this.#tab.getItem(behavioursKey))
    this.#tab.setItem(behavioursKey, behavioursAfterUse(behaviours, behaviour).join(','))
    return true
  }

  removeBehaviour(behaviour: WalletBehaviour): void {
    const behaviours = readBehaviours(this.#tab.getItem(behavioursKey))
    this.#tab.setItem(behavioursKey, behaviours.filter((each) => each !== behaviour).join(','))
  }

  /** The titles of all prompts, in order. They outlive a worker and a page. */
  get promptTitles(): readonly string[] {
    return JSON.parse(this.#tab.getItem(promptsKey) ?? '[]')
  }

  recordPrompt(title: string): void {
    this.#tab.setItem(promptsKey, JSON.stringify([...this.promptTitles, title]))
  }

  /** Stores a request whose prompt outlives its page. It is listed again when it is shown again. */
  storeOpenRequest(requested: SiteRequest): void {
    this.#tab.setItem(openKey, JSON.stringify(requested))
    this.#tab.setItem(promptsKey, JSON.stringify(this.promptTitles.slice(0, -1)))
  }

  takeOpenRequest(): SiteRequest | null {
    const kept = this.#tab.getItem(openKey)
    this.#tab.removeItem(openKey)
    return kept === null ? null : JSON.parse(kept)
  }

  /** Chains that the site may use without a prompt. */
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

  /** Whether its accounts run several calls as one (EIP-5792, EIP-7702). */
  get isSmart(): boolean {
    return this.#tab.getItem(`${prefix}smart`) === '1'
  }

  /** Whether a site may request to list a token (EIP-747). */
  get listsTokens(): boolean {
    return this.#tab.getItem(`${prefix}tokens`) !== 'no'
  }

  callsOf(id: string): { readonly chainId: number; readonly hash: string } | undefined {
    return this.#calls()[id]
  }

  storeCalls(id: string, calls: { readonly chainId: number; readonly hash: string }): void {
    this.#lasting.setItem(`${prefix}calls`, JSON.stringify({ ...this.#calls(), [id]: calls }))
  }

  get connected(): boolean {
    return this.#lasting.getItem(`${prefix}connected`) === '1'
  }

  set connected(connected: boolean) {
    if (connected) this.#lasting.setItem(`${prefix}connected`, '1')
    else this.#lasting.removeItem(`${prefix}connected`)
  }

  /** The given chains and the added ones, without those that the query or a behaviour made unknown. */
  chains(given: readonly WalletChain[]): readonly WalletChain[] {
    const unknown = (this.#tab.getItem(`${prefix}unknown`) ?? '').split(',')
    const most = this.hasBehaviour('lacks-chains') ? 1 : given.length
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
      'behaviours',
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
